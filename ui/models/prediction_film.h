// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QString>

#include "core/types/preview.h"

namespace gapless::ui
{

/// The pinned samples through a run: what was predicted after each validation. Where they would take more than a
/// quarter of a gigabyte every second one goes, never the first or the newest. UI thread.
class PredictionFilm final
{
public:
    void clear();
    void add(const std::shared_ptr<const PreviewSet>& previews);

    [[nodiscard]] int size() const { return static_cast<int>(m_frames.size()); }
    [[nodiscard]] const PreviewSet& frame(int index) const { return *m_frames[static_cast<std::size_t>(index)]; }
    /// The sample's picture in a frame; null where it is not pinned.
    [[nodiscard]] const Preview* picture(int index, const QString& name) const;

private:
    void thinOut();

    std::vector<std::shared_ptr<const PreviewSet>> m_frames;
    std::int64_t m_bytes = 0;
};

} // namespace gapless::ui
