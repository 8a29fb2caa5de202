// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/metric_series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gapless::ui
{
namespace
{

constexpr double Gap = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t BlockSize = 8;
/// More than a column keeps (six), so that thinning out always pays.
constexpr std::size_t FewPoints = 6;

} // namespace

void MetricSeries::append(double x, double y)
{
    if (!std::isfinite(y))
        m_gaps.push_back(m_points.size());
    else
        m_last = y;
    m_points.push_back({x, std::isfinite(y) ? y : Gap});

    // Only complete blocks are summarized, each once.
    std::size_t units = m_points.size();
    for (std::size_t level = 0; units % BlockSize == 0; ++level) {
        Summary block;
        for (std::size_t unit = units - BlockSize; unit < units; ++unit)
            block.widen(level == 0 ? summaryOf(unit) : m_levels[level - 1][unit]);
        if (level == m_levels.size())
            m_levels.emplace_back();
        m_levels[level].push_back(block);
        units /= BlockSize;
    }
}

void MetricSeries::clear()
{
    *this = MetricSeries();
}

MetricSeries::Summary MetricSeries::summaryOf(std::size_t point) const
{
    const double y = m_points[point].y;
    return std::isnan(y) ? Summary() : Summary{y, y, point, point, point, point};
}

void MetricSeries::Summary::widen(const Summary& other)
{
    // Selections and not branches, which noise makes unforeseeable.
    lowest = other.low < low ? other.lowest : lowest;
    low = other.low < low ? other.low : low;
    highest = other.high > high ? other.highest : highest;
    high = other.high > high ? other.high : high;
    first = std::min(first, other.first);
    last = std::max(last, other.last);
}

MetricSeries::Summary MetricSeries::summarize(std::size_t begin, std::size_t end) const
{
    Summary result;
    // At each level the units at either end that fill no block of the next one, then that one.
    for (std::size_t level = 0; begin < end; ++level) {
        const auto add = [&](std::size_t unit) {
            result.widen(level == 0 ? summaryOf(unit) : m_levels[level - 1][unit]);
        };
        while (begin < end && begin % BlockSize != 0)
            add(begin++);
        while (begin < end && end % BlockSize != 0)
            add(--end);
        begin /= BlockSize;
        end /= BlockSize;
    }
    return result;
}

std::size_t MetricSeries::indexAt(double x, std::size_t begin, std::size_t step) const
{
    // Points are mostly as far apart as those before: a stretch about the place where x should be is enough.
    const std::size_t guess = begin + std::min(step, m_points.size() - begin);
    std::size_t reach = 1;
    const auto isBefore = [&](std::size_t index) { return m_points[index].x < x; };
    std::size_t low = guess;
    std::size_t high = guess;
    while (low > begin && !isBefore(low - 1)) {
        low -= std::min(reach, low - begin);
        reach *= 2;
    }
    reach = 1;
    while (high < m_points.size() && isBefore(high)) {
        high += std::min(reach, m_points.size() - high);
        reach *= 2;
    }
    const auto found = std::partition_point(m_points.begin() + static_cast<std::ptrdiff_t>(low),
                                            m_points.begin() + static_cast<std::ptrdiff_t>(high),
                                            [x](const SeriesPoint& point) { return point.x < x; });
    return static_cast<std::size_t>(found - m_points.begin());
}

const SeriesPoint* MetricSeries::nearest(double x) const
{
    if (m_points.empty())
        return nullptr;
    const std::size_t behind = std::min(indexAt(x), m_points.size() - 1);
    const bool isBefore = behind > 0 && x - m_points[behind - 1].x < m_points[behind].x - x;
    return &m_points[isBefore ? behind - 1 : behind];
}

void MetricSeries::addColumn(std::vector<SeriesPoint>& drawn, std::size_t begin, std::size_t end) const
{
    const Summary summary = summarize(begin, end);
    std::array<std::size_t, 6> kept{None, None, None, None, None, None};
    if (summary.first != None)
        kept = {summary.first, summary.lowest, summary.highest, summary.last, None, None};
    if (const auto gapsBegin = std::ranges::lower_bound(m_gaps, begin); gapsBegin != m_gaps.end()) {
        const auto gapsEnd = std::ranges::lower_bound(gapsBegin, m_gaps.end(), end);
        kept[4] = gapsBegin == gapsEnd ? None : *gapsBegin;
        kept[5] = gapsBegin == gapsEnd ? None : *std::prev(gapsEnd);
    }
    std::ranges::sort(kept);
    std::size_t previous = None;
    for (const std::size_t index : kept) {
        if (index != None && index != previous)
            drawn.push_back(m_points[index]);
        previous = index;
    }
}

std::vector<SeriesPoint> MetricSeries::decimated(double from, double to, int columns) const
{
    const auto wanted = static_cast<std::size_t>(std::max(columns, 1));
    const std::size_t begin = indexAt(from);
    const std::size_t end = indexAt(std::nextafter(to, std::numeric_limits<double>::infinity()));
    const std::size_t outerBegin = begin > 0 ? begin - 1 : begin;
    const std::size_t outerEnd = std::min(end + 1, m_points.size());
    if (end - begin <= FewPoints * wanted)
        return {m_points.begin() + static_cast<std::ptrdiff_t>(outerBegin),
                m_points.begin() + static_cast<std::ptrdiff_t>(outerEnd)};

    std::vector<SeriesPoint> drawn;
    drawn.reserve(FewPoints * wanted + 2);
    drawn.insert(drawn.end(), m_points.begin() + static_cast<std::ptrdiff_t>(outerBegin),
                 m_points.begin() + static_cast<std::ptrdiff_t>(begin));
    const double width = (to - from) / static_cast<double>(wanted);
    std::size_t columnBegin = begin;
    std::size_t step = (end - begin) / wanted;
    for (std::size_t column = 1; column <= wanted; ++column) {
        const double columnTo = from + width * static_cast<double>(column);
        const std::size_t columnEnd = column == wanted ? end : std::min(indexAt(columnTo, columnBegin, step), end);
        addColumn(drawn, columnBegin, columnEnd);
        step = columnEnd - columnBegin;
        columnBegin = columnEnd;
    }
    drawn.insert(drawn.end(), m_points.begin() + static_cast<std::ptrdiff_t>(end),
                 m_points.begin() + static_cast<std::ptrdiff_t>(outerEnd));
    return drawn;
}

std::vector<SeriesPoint> MetricSeries::decimated(int columns) const
{
    return m_points.empty() ? m_points : decimated(m_points.front().x, m_points.back().x, columns);
}

std::vector<double> MetricSeries::gapMarks(double from, double to, int columns) const
{
    std::vector<double> marks;
    if (m_gaps.empty())
        return marks;
    const double width = (to - from) / std::max(columns, 1);
    const auto xOf = [this](std::size_t gap) { return m_points[gap].x; };
    auto gap = std::ranges::lower_bound(m_gaps, from, {}, xOf);
    while (gap != m_gaps.end() && xOf(*gap) <= to) {
        marks.push_back(xOf(*gap));
        gap = std::ranges::upper_bound(gap, m_gaps.end(), xOf(*gap) + width, {}, xOf);
    }
    return marks;
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
