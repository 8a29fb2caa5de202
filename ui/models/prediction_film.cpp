// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/prediction_film.h"

#include <algorithm>
#include <cstddef>

namespace gapless::ui
{
namespace
{

constexpr std::int64_t MostBytes = std::int64_t{256} * 1024 * 1024;

std::int64_t bytesOf(const PreviewSet& set)
{
    std::size_t bytes = 0;
    for (const Preview& preview : set.previews)
        bytes += preview.image.data.size() + preview.truth.data.size() + preview.prediction.data.size();
    return static_cast<std::int64_t>(bytes);
}

} // namespace

void PredictionFilm::clear()
{
    m_frames.clear();
    m_bytes = 0;
}

void PredictionFilm::add(const std::shared_ptr<const PreviewSet>& previews)
{
    // A picture asked for between two validations shows the newest step; it takes the place of one of the same step.
    if (!m_frames.empty() && m_frames.back()->step == previews->step) {
        m_bytes -= bytesOf(*m_frames.back());
        m_frames.pop_back();
    }
    m_frames.push_back(previews);
    m_bytes += bytesOf(*previews);
    if (m_bytes > MostBytes && m_frames.size() > 2)
        thinOut();
}

void PredictionFilm::thinOut()
{
    std::vector<std::shared_ptr<const PreviewSet>> kept;
    for (std::size_t i = 0; i < m_frames.size(); ++i)
        if (i % 2 == 0 || i + 1 == m_frames.size())
            kept.push_back(m_frames[i]);
    m_frames = std::move(kept);
    m_bytes = 0;
    for (const auto& frame : m_frames)
        m_bytes += bytesOf(*frame);
}

const Preview* PredictionFilm::picture(int index, const QString& name) const
{
    if (index < 0 || index >= size())
        return nullptr;
    const std::vector<Preview>& previews = frame(index).previews;
    const std::string wanted = name.toStdString();
    const auto found = std::ranges::find_if(previews, [&](const Preview& preview) { return preview.name == wanted; });
    return found == previews.end() ? nullptr : &*found;
}

} // namespace gapless::ui
