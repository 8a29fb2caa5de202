// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace gapless::ui
{

struct SeriesPoint
{
    double x = 0;
    double y = 0; ///< NaN: a gap

    friend bool operator==(const SeriesPoint&, const SeriesPoint&) = default;
};

/// An append-only curve; x never falls. UI thread.
class MetricSeries final
{
public:
    /// A y that is not finite becomes a gap.
    void append(double x, double y);
    void clear();

    [[nodiscard]] const std::vector<SeriesPoint>& points() const { return m_points; }
    [[nodiscard]] bool isEmpty() const { return m_points.empty(); }
    /// The newest value that is not a gap.
    [[nodiscard]] std::optional<double> last() const { return m_last; }

    /// At most about four points for each of `columns` equal ranges of x: first, smallest, largest and last, in order,
    /// so that a drawing `columns` pixels wide looks the same as with all points. Gaps stay gaps.
    [[nodiscard]] std::vector<SeriesPoint> decimated(int columns) const;

private:
    std::vector<SeriesPoint> m_points;
    std::optional<double> m_last;
};

/// Exponential moving average, corrected for its start (as Adam does with its moments). Gaps leave it as it was.
class SmoothedValue final
{
public:
    explicit SmoothedValue(double weight)
        : m_weight(weight)
    {
    }
    double add(double value);
    void reset();

private:
    double m_weight; ///< of the newest value
    double m_sum = 0;
    double m_norm = 0;
};

} // namespace gapless::ui
