// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_set.h"

#include <algorithm>
#include <array>
#include <set>
#include <spdlog/fmt/fmt.h>
#include <string>
#include <system_error>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/base/random.h"
#include "core/data/image_decode.h"
#include "core/data/path_text.h"

namespace gapless
{

namespace
{

// Whole numbers throughout, so that the same seed gives the same pixels on every machine.

constexpr int classCount = 4;
constexpr int contrast = 46; // of every texture, in grey levels round the object's own colour

int between(CounterRandom& random, int low, int high)
{
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

/// Smooth blotches: random heights on a grid, interpolated linearly.
class Blotches final
{
public:
    Blotches(CounterRandom& random, ImageSize size)
        : m_columns(size.width / cell + 2)
    {
        m_heights.resize(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(size.height / cell + 2));
        for (int& height : m_heights)
            height = between(random, -contrast, contrast);
    }

    [[nodiscard]] int at(int x, int y) const
    {
        const int right = x % cell;
        const int down = y % cell;
        const int top = height(x / cell, y / cell) * (cell - right) + height(x / cell + 1, y / cell) * right;
        const int bottom = height(x / cell, y / cell + 1) * (cell - right) + height(x / cell + 1, y / cell + 1) * right;
        return (top * (cell - down) + bottom * down) / (cell * cell);
    }

private:
    static constexpr int cell = 12;
    [[nodiscard]] int height(int column, int row) const
    {
        return m_heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns) +
                         static_cast<std::size_t>(column)];
    }

    int m_columns;
    std::vector<int> m_heights;
};

/// Straight stripes of one of six directions, some 7 pixels a period.
struct Stripes
{
    int alongX;
    int alongY;
    int period; // of x * alongX + y * alongY
    int phase;

    [[nodiscard]] int at(int x, int y) const
    {
        const int place = ((x * alongX + y * alongY + phase) % period + period) % period;
        return place * 2 < period ? contrast : -contrast;
    }
};

Stripes drawStripes(CounterRandom& random)
{
    static constexpr std::array<Stripes, 6> directions{
        {{1, 0, 7, 0}, {0, 1, 7, 0}, {1, 1, 10, 0}, {1, -1, 10, 0}, {2, 1, 16, 0}, {1, -2, 16, 0}}};
    Stripes stripes = directions[random.below(directions.size())];
    stripes.phase = between(random, 0, stripes.period - 1);
    return stripes;
}

/// Any colour for the background; each kind of object leans to one channel, by less than colours of one kind differ.
cv::Scalar drawColor(CounterRandom& random, int kind)
{
    cv::Scalar color;
    for (int channel = 0; channel < 3; ++channel)
        color[channel] = between(random, 70, 160) + (channel == kind - 1 ? 35 : 0);
    return color;
}

/// The outline of one object: a disc, a tilted rectangle or a triangle.
std::vector<cv::Point> drawOutline(CounterRandom& random, int kind, ImageSize size)
{
    const int side = std::min(size.height, size.width);
    const cv::Point centre(between(random, 0, size.width - 1), between(random, 0, size.height - 1));
    const int radius = std::max(2, between(random, side / 6, side * 3 / 10));
    const int corners = kind == 1 ? 24 : kind == 2 ? 4 : 3;
    const int turn = between(random, 0, 23);
    // A circle's 24 directions x 64, in whole numbers.
    static constexpr std::array<int, 24> sine{0, 17,  32,  45,  55,  62,  64,  62,  55,  45,  32,  17,
                                              0, -17, -32, -45, -55, -62, -64, -62, -55, -45, -32, -17};
    std::vector<cv::Point> outline;
    for (int corner = 0; corner < corners; ++corner) {
        const auto direction = static_cast<std::size_t>(turn + corner * 24 / corners) % 24;
        outline.emplace_back(centre.x + sine[(direction + 6) % 24] * radius / 64,
                             centre.y + sine[direction] * radius / 64);
    }
    return outline;
}

struct Sample
{
    RgbImage image;
    LabelImage labels;
};

Sample drawSample(CounterRandom& random, ImageSize size)
{
    const std::size_t pixels = static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
    Sample sample{{size, std::vector<std::uint8_t>(pixels * 3)}, {size, std::vector<std::uint8_t>(pixels)}};
    cv::Mat image(size.height, size.width, CV_8UC3, sample.image.data.data());
    cv::Mat labels(size.height, size.width, CV_8UC1, sample.labels.data.data());
    image.setTo(drawColor(random, 0));
    const int objects = between(random, 4, 6);
    const int firstKind = between(random, 0, 2);
    for (int object = 0; object < objects; ++object) {
        const int kind = 1 + (firstKind + object) % 3;
        const std::vector<cv::Point> outline = drawOutline(random, kind, size);
        cv::fillConvexPoly(image, outline, drawColor(random, kind));
        cv::fillConvexPoly(labels, outline, cv::Scalar(kind));
    }
    const Blotches blotches(random, size);
    const Stripes stripes = drawStripes(random);
    const int checkerPhase = between(random, 0, 7);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const bool isDark = (((x + checkerPhase) / 4 + (y + checkerPhase) / 4) & 1) != 0;
            const int grain = between(random, -contrast, contrast);
            const std::array<int, classCount> textures{blotches.at(x, y), isDark ? -contrast : contrast,
                                                       stripes.at(x, y), grain * 3 / 2};
            const int change = textures[labels.at<std::uint8_t>(y, x)] + grain / 8;
            for (int channel = 0; channel < 3; ++channel) {
                std::uint8_t& value = image.at<cv::Vec3b>(y, x)[channel];
                value = static_cast<std::uint8_t>(std::clamp(int{value} + change, 0, 255));
            }
        }
    return sample;
}

/// Only what this call is going to write may lie there already.
Result<void> checkFolder(const std::filesystem::path& folder, const std::set<std::string>& names)
{
    const auto refuse = [&](const std::filesystem::path& found) {
        return fail(ErrorCode::Config, "the folder already holds other files, among them " + pathText(found.filename()),
                    pathText(folder), "choose an empty or a new folder");
    };
    std::error_code reason;
    for (const auto& entry : std::filesystem::directory_iterator(folder, reason)) {
        const std::string name = pathText(entry.path().filename());
        std::error_code unknown;
        if (!entry.is_directory(unknown) || (name != "images" && name != "masks"))
            return refuse(entry.path());
        for (const auto& file : std::filesystem::directory_iterator(entry.path(), unknown))
            if (!names.contains(pathText(file.path().filename())))
                return refuse(file.path());
    }
    if (reason && reason != std::errc::no_such_file_or_directory)
        return fail(ErrorCode::File, "folder cannot be used: " + reason.message(), pathText(folder),
                    "choose a folder that may be read and written");
    return {};
}

} // namespace

Result<void> writeSampleSet(const std::filesystem::path& folder, int count, ImageSize size, unsigned seed)
{
    if (count < 1 || size.height < 16 || size.width < 16 || size.height > 4096 || size.width > 4096)
        return fail(ErrorCode::Config, fmt::format("{} pictures of {} x {} pixels", count, size.height, size.width),
                    pathText(folder), "ask for at least 1, of 16 to 4096 pixels a side");
    std::vector<std::string> names;
    for (int number = 1; number <= count; ++number)
        names.push_back(fmt::format("sample_{:03}.png", number));
    if (const auto usable = checkFolder(folder, {names.begin(), names.end()}); !usable)
        return usable;
    for (const char* part : {"images", "masks"}) {
        std::error_code reason;
        std::filesystem::create_directories(folder / part, reason);
        if (reason)
            return fail(ErrorCode::File, "folder cannot be made: " + reason.message(), pathText(folder / part),
                        "choose a place where folders may be made; no file may bear the folder's name");
    }
    ClassTable classes;
    for (int index = 0; index < classCount; ++index)
        classes.classes.push_back({index, std::to_string(index), defaultClassColor(index), 0});
    for (std::size_t number = 0; number < names.size(); ++number) {
        CounterRandom random(seed, number);
        const Sample sample = drawSample(random, size);
        if (const auto written = writePng(folder / "images" / names[number], sample.image); !written)
            return written;
        if (const auto written = writeMaskPng(folder / "masks" / names[number], sample.labels, classes); !written)
            return written;
    }
    return {};
}

} // namespace gapless
