// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/scripted_services.h"

#include <fstream>
#include <string>

#include "core/session/scripted_pictures.h"

namespace gapless
{

namespace
{

constexpr double progress = 0.9;

class ScriptedServices final : public ModelServices
{
public:
    Result<CheckpointInfo> load(const std::filesystem::path& checkpoint) override
    {
        std::ifstream file(checkpoint);
        std::string line;
        if (!std::getline(file, line) || line != "scripted checkpoint")
            return fail(ErrorCode::Data, "is no scripted checkpoint", checkpoint.string());
        std::string word;
        m_info = {};
        m_info.classes = m_classes;
        file >> word >> m_info.step;
        return m_info;
    }

    Result<LabelImage> predict(const SampleSource&, std::int64_t sample) override
    {
        return scriptedPicture(0, static_cast<int>(sample), m_classes.size(), progress).prediction;
    }

    Result<Inspection> inspectPicture(const SampleSource&, const InspectionRequest& request) override
    {
        Result<Inspection> inspection = scriptedInspection(0, request, m_classes, progress);
        if (inspection)
            inspection->step = m_info.step;
        return inspection;
    }

    Result<Scores> evaluate(const SampleSource&, const std::function<bool(std::int64_t done)>&) override
    {
        return fail(ErrorCode::Internal, "nothing is evaluated in a script");
    }

private:
    const ClassTable m_classes = scriptedClasses();
    CheckpointInfo m_info;
};

} // namespace

std::unique_ptr<ModelServices> makeScriptedServices()
{
    return std::make_unique<ScriptedServices>();
}

} // namespace gapless
