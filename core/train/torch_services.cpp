// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/torch_engine.h"

#include <expected>
#include <optional>
#include <utility>

#include "core/files/checkpoint.h"
#include "core/model/model_factory.h"
#include "core/train/predictor.h"
#include "core/train/tensor_layout.h"
#include "core/train/torch_boundary.h"

namespace gapless
{
namespace
{

class TorchServices final : public ModelServices
{
public:
    Result<CheckpointInfo> load(const std::filesystem::path& file) override;
    Result<LabelImage> predict(const SampleSource& source, std::int64_t sample) override;
    Result<Inspection> inspectPicture(const SampleSource& source, const InspectionRequest& request) override;
    Result<Scores> evaluate(const SampleSource& source,
                            const std::function<bool(std::int64_t done)>& progress) override;

private:
    [[nodiscard]] std::unexpected<Error> nothingLoaded() const
    {
        return fail(ErrorCode::Internal, "no checkpoint is loaded");
    }

    std::optional<Predictor> m_predictor;
    int m_classes = 0;
    CheckpointInfo m_loaded;
};

Result<CheckpointInfo> TorchServices::load(const std::filesystem::path& file)
{
    return atBoundary({"loading " + file.string(), otherPrograms}, [&]() -> Result<CheckpointInfo> {
        setTorchThreads(0);
        Result<Checkpoint> checkpoint = readCheckpoint(file);
        if (!checkpoint)
            return std::unexpected(checkpoint.error());
        const RunConfig& config = checkpoint->config;
        const int classes = checkpoint->classes.size();
        Result<std::shared_ptr<SegmentationModel>> model =
            makeModel({config.model.architecture, config.model.encoder, config.model.inputChannels, classes},
                      config.training.seed);
        if (!model)
            return std::unexpected(model.error());
        applyMemoryFormat(**model, config.speed.memoryFormat);
        if (const Result<void> loaded = loadStateDict(**model, checkpoint->scoredModel()); !loaded) {
            Error error = loaded.error();
            if (error.context.empty())
                error.context = file.string();
            return std::unexpected(std::move(error));
        }
        (*model)->eval();
        m_predictor.emplace(*model, classes, config.speed.memoryFormat);
        m_classes = classes;
        m_loaded = {checkpoint->step, checkpoint->epoch, std::move(checkpoint->classes), config};
        return m_loaded;
    });
}

Result<LabelImage> TorchServices::predict(const SampleSource& source, std::int64_t sample)
{
    if (!m_predictor)
        return nothingLoaded();
    return atBoundary({"predicting", smallerPictures}, [&] { return m_predictor->predict(source, sample); });
}

Result<Inspection> TorchServices::inspectPicture(const SampleSource& source, const InspectionRequest& request)
{
    if (!m_predictor)
        return nothingLoaded();
    return atBoundary({"predicting " + request.pair.image.string(), smallerPictures}, [&] {
        Result<Inspection> inspection = m_predictor->inspect(source, request);
        if (inspection) {
            inspection->step = m_loaded.step;
            inspection->epoch = m_loaded.epoch;
            inspection->classes = m_loaded.classes;
        }
        return inspection;
    });
}

Result<Scores> TorchServices::evaluate(const SampleSource& source,
                                       const std::function<bool(std::int64_t done)>& progress)
{
    if (!m_predictor)
        return nothingLoaded();
    return atBoundary({"evaluating", smallerPictures}, [&]() -> Result<Scores> {
        PooledScores scores(m_classes);
        for (std::int64_t sample = 0; sample < source.size(); ++sample) {
            if (const Result<void> scored = m_predictor->score(source, sample, scores); !scored)
                return std::unexpected(scored.error());
            if (progress && !progress(sample + 1))
                return fail(ErrorCode::Cancelled, "stopped while evaluating");
        }
        return scores.scores();
    });
}

} // namespace

std::unique_ptr<ModelServices> makeTorchServices()
{
    return std::make_unique<TorchServices>();
}

} // namespace gapless
