// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metric_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gapless::ui
{
namespace
{

constexpr double Gap = std::numeric_limits<double>::quiet_NaN();

/// What is kept of the points that fall into one column.
struct Column
{
    std::vector<SeriesPoint> kept;

    void add(const std::vector<SeriesPoint>& points, std::size_t begin, std::size_t end)
    {
        // A stretch without gaps keeps its own extremes, so that a gap in mid-column stays where it was.
        std::size_t start = begin;
        while (start < end) {
            if (std::isnan(points[start].y)) {
                if (kept.empty() || !std::isnan(kept.back().y))
                    kept.push_back(points[start]);
                ++start;
                continue;
            }
            std::size_t stop = start;
            while (stop < end && !std::isnan(points[stop].y))
                ++stop;
            addStretch(points, start, stop);
            start = stop;
        }
    }

    void addStretch(const std::vector<SeriesPoint>& points, std::size_t begin, std::size_t end)
    {
        std::size_t lowest = begin;
        std::size_t highest = begin;
        for (std::size_t i = begin; i < end; ++i) {
            if (points[i].y < points[lowest].y)
                lowest = i;
            if (points[i].y > points[highest].y)
                highest = i;
        }
        std::size_t previous = end;
        for (const std::size_t i : {begin, std::min(lowest, highest), std::max(lowest, highest), end - 1}) {
            if (i != previous)
                kept.push_back(points[i]);
            previous = i;
        }
    }
};

} // namespace

void MetricSeries::append(double x, double y)
{
    m_points.push_back({x, std::isfinite(y) ? y : Gap});
    if (std::isfinite(y))
        m_last = y;
}

void MetricSeries::clear()
{
    m_points.clear();
    m_last.reset();
}

std::vector<SeriesPoint> MetricSeries::decimated(int columns) const
{
    const auto wanted = static_cast<std::size_t>(std::max(columns, 1));
    if (m_points.size() <= 4 * wanted)
        return m_points;
    const double first = m_points.front().x;
    const double width = (m_points.back().x - first) / static_cast<double>(wanted);
    Column result;
    result.kept.reserve(4 * wanted);
    std::size_t begin = 0;
    for (std::size_t column = 1; column <= wanted; ++column) {
        const double limit = first + width * static_cast<double>(column);
        const auto bound = std::partition_point(m_points.begin() + static_cast<std::ptrdiff_t>(begin), m_points.end(),
                                                [limit](const SeriesPoint& point) { return point.x < limit; });
        const std::size_t end = column == wanted ? m_points.size() : static_cast<std::size_t>(bound - m_points.begin());
        result.add(m_points, begin, end);
        begin = end;
    }
    return std::move(result.kept);
}

double SmoothedValue::add(double value)
{
    if (std::isfinite(value)) {
        m_sum = (1 - m_weight) * m_sum + m_weight * value;
        m_norm = (1 - m_weight) * m_norm + m_weight;
    }
    return m_norm > 0 ? m_sum / m_norm : Gap;
}

void SmoothedValue::reset()
{
    m_sum = 0;
    m_norm = 0;
}

} // namespace gapless::ui
