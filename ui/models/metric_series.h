// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
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
///
/// Beside the points it keeps summaries of 8, 64, 512, ... of them, so that what a range looks like is found in a time
/// that depends on the number of columns and hardly on the number of points.
class MetricSeries final
{
public:
    /// A y that is not finite becomes a gap that gapMarks() tells of. Amortised constant time.
    void append(double x, double y);
    void clear();

    [[nodiscard]] const std::vector<SeriesPoint>& points() const { return m_points; }
    [[nodiscard]] bool isEmpty() const { return m_points.empty(); }
    /// The newest value that is not a gap.
    [[nodiscard]] std::optional<double> last() const { return m_last; }
    /// The point that is nearest in x, gaps included; null without points.
    [[nodiscard]] const SeriesPoint* nearest(double x) const;
    [[nodiscard]] std::size_t gapCount() const { return m_gaps.size(); }

    /// What a drawing of [from, to] `columns` pixels wide has to show: for each column the first, smallest, largest and
    /// last value and the first and last gap, in order; all points where these are few; and one point beyond either
    /// end, for the lines that lead there.
    [[nodiscard]] std::vector<SeriesPoint> decimated(double from, double to, int columns) const;
    /// The same of all points.
    [[nodiscard]] std::vector<SeriesPoint> decimated(int columns) const;
    /// Where values in [from, to] were not finite, at most one x for each column.
    [[nodiscard]] std::vector<double> gapMarks(double from, double to, int columns) const;

private:
    static constexpr std::size_t None = static_cast<std::size_t>(-1);
    /// Of a stretch of points: values, and the indices where they are. `first` None: all are gaps.
    struct Summary
    {
        double low = std::numeric_limits<double>::infinity();
        double high = -std::numeric_limits<double>::infinity();
        std::size_t first = None;
        std::size_t last = 0;
        std::size_t lowest = None;
        std::size_t highest = None;

        /// Adds a neighbouring stretch on either side.
        void widen(const Summary& other);
    };

    [[nodiscard]] Summary summaryOf(std::size_t point) const;
    [[nodiscard]] Summary summarize(std::size_t begin, std::size_t end) const;
    /// The first point at or behind x, of those from `begin` on; found soonest when `step` points on.
    [[nodiscard]] std::size_t indexAt(double x, std::size_t begin, std::size_t step) const;
    [[nodiscard]] std::size_t indexAt(double x) const { return indexAt(x, 0, m_points.size()); }
    void addColumn(std::vector<SeriesPoint>& drawn, std::size_t begin, std::size_t end) const;

    std::vector<SeriesPoint> m_points;
    std::vector<std::size_t> m_gaps;            ///< indices of points
    std::vector<std::vector<Summary>> m_levels; ///< [k]: of each complete 8^(k + 1) points
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
