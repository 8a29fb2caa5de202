// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/scripted_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>

#include "core/base/random.h"

namespace gapless
{

namespace
{

constexpr ImageSize size{96, 128};
constexpr int knownClasses = 4;

struct Scene
{
    float discX, discY, radius;
    float left, top, width, height;
    float bandOffset, bandSlope;

    explicit Scene(CounterRandom& random)
        : discX(random.uniform(25, 100))
        , discY(random.uniform(20, 76))
        , radius(random.uniform(10, 22))
        , left(random.uniform(5, 80))
        , top(random.uniform(5, 60))
        , width(random.uniform(18, 40))
        , height(random.uniform(14, 30))
        , bandOffset(random.uniform(15, 80))
        , bandSlope(random.uniform(-0.4F, 0.4F))
    {
    }

    [[nodiscard]] int classAt(float x, float y, int classes) const
    {
        int found = 0;
        if (std::abs(y - bandOffset - bandSlope * x) < 5)
            found = 3;
        if (x >= left && x < left + width && y >= top && y < top + height)
            found = 2;
        if (std::hypot(x - discX, y - discY) < radius)
            found = 1;
        return found < classes ? found : 0;
    }
};

std::uint8_t shade(double level)
{
    return static_cast<std::uint8_t>(std::clamp(level, 0.0, 255.0));
}

void paint(std::uint8_t* pixel, int classIndex, int x, int y, CounterRandom& random)
{
    constexpr std::array<std::array<double, 3>, knownClasses> tint{
        {{96, 104, 92}, {196, 120, 84}, {110, 140, 190}, {200, 190, 120}}};
    const double texture = 14 * std::sin(0.35 * x + classIndex) * std::cos(0.28 * y) + random.uniform(-16, 16);
    for (std::size_t channel = 0; channel < 3; ++channel)
        pixel[channel] = shade(tint[static_cast<std::size_t>(classIndex)][channel] + texture);
}

std::vector<std::optional<double>> classIou(const LabelImage& truth, const LabelImage& prediction, int classes)
{
    std::vector<std::int64_t> common(static_cast<std::size_t>(classes));
    std::vector<std::int64_t> either(common.size());
    for (std::size_t i = 0; i < truth.data.size(); ++i) {
        ++either[truth.data[i]];
        if (truth.data[i] == prediction.data[i])
            ++common[truth.data[i]];
        else
            ++either[prediction.data[i]];
    }
    std::vector<std::optional<double>> iou(common.size());
    for (std::size_t c = 0; c < iou.size(); ++c)
        if (either[c] > 0)
            iou[c] = static_cast<double>(common[c]) / static_cast<double>(either[c]);
    return iou;
}

double meanOf(const std::vector<std::optional<double>>& iou)
{
    double sum = 0;
    int present = 0;
    for (const std::optional<double>& value : iou) {
        sum += value.value_or(0);
        present += value ? 1 : 0;
    }
    return sum / present;
}

} // namespace

ClassTable scriptedClasses()
{
    constexpr std::array<const char*, knownClasses> names{"background", "disc", "rectangle", "band"};
    ClassTable table;
    for (int i = 0; i < knownClasses; ++i)
        table.classes.push_back({i, names[static_cast<std::size_t>(i)], defaultClassColor(i), 0});
    table.ignoreValue = 255;
    return table;
}

Preview scriptedPicture(std::uint64_t seed, int index, int classes, double progress)
{
    CounterRandom layout(seed, static_cast<std::uint64_t>(index));
    const Scene scene(layout);
    CounterRandom grain(seed, static_cast<std::uint64_t>(index), 1);
    const int shownClasses = std::clamp(classes, 1, knownClasses);
    const auto wobble = static_cast<float>(10 * (1 - std::clamp(progress, 0.0, 1.0)));

    Preview preview;
    preview.name = "scripted " + std::to_string(index + 1);
    const auto pixels = static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
    preview.image = {size, std::vector<std::uint8_t>(pixels * 3)};
    preview.truth = {size, std::vector<std::uint8_t>(pixels)};
    preview.prediction = preview.truth;
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const auto at =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x);
            const auto fx = static_cast<float>(x);
            const auto fy = static_cast<float>(y);
            const int truth = scene.classAt(fx, fy, shownClasses);
            preview.truth.data[at] = static_cast<std::uint8_t>(truth);
            paint(&preview.image.data[at * 3], truth, x, y, grain);
            const float shiftedX = fx + wobble * std::sin(0.31F * fy + static_cast<float>(index));
            const float shiftedY = fy + wobble * std::cos(0.23F * fx);
            preview.prediction.data[at] = static_cast<std::uint8_t>(scene.classAt(shiftedX, shiftedY, shownClasses));
        }
    }
    preview.meanIou = meanOf(classIou(preview.truth, preview.prediction, shownClasses));
    return preview;
}

Result<Inspection> scriptedInspection(std::uint64_t seed, const InspectionRequest& request, const ClassTable& classes,
                                      double progress)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(request.pair.image, error))
        return fail(ErrorCode::Data, "does not exist", request.pair.image.string());
    const std::string name = request.pair.image.filename().string();
    constexpr int pictures = 1000;
    Inspection inspection;
    inspection.request = request;
    inspection.classes = classes;
    inspection.picture =
        scriptedPicture(seed, static_cast<int>(std::hash<std::string>{}(name) % pictures), classes.size(), progress);
    inspection.picture.name = name;
    const LabelImage& prediction = inspection.picture.prediction;
    inspection.confidence = {prediction.size, std::vector<std::uint8_t>(prediction.data.size())};
    inspection.probability = inspection.confidence;
    for (std::size_t i = 0; i < prediction.data.size(); ++i) {
        const bool isRight = prediction.data[i] == inspection.picture.truth.data[i];
        inspection.confidence.data[i] = isRight ? 242 : 140;
        inspection.probability.data[i] = prediction.data[i] == request.probabilityClass
                                             ? inspection.confidence.data[i]
                                             : static_cast<std::uint8_t>(255 - inspection.confidence.data[i]);
    }
    inspection.iou = classIou(inspection.picture.truth, prediction, classes.size());
    if (request.pair.mask.empty()) {
        inspection.picture.truth = {};
        inspection.picture.meanIou.reset();
        inspection.iou.clear();
    }
    inspection.milliseconds = 12;
    return inspection;
}

} // namespace gapless
