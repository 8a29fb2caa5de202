// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_validate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

#include "core/config/best_by.h"
#include "core/config/config_field_table.h"

namespace gapless
{

namespace
{

/// The network halves its input five times; crops are fed to it without padding.
constexpr int networkStride = 32;
constexpr int largestCrop = 8192;
constexpr int mostInputChannels = 64; // more samples a pixel are not read from TIFF files

template<class Enum>
std::vector<std::string> namesOf()
{
    std::vector<std::string> names;
    names.reserve(enumNames<Enum>.size());
    for (const auto& [enumerator, name] : enumNames<Enum>)
        names.emplace_back(name);
    return names;
}

const std::map<std::string, std::vector<std::string>, std::less<>>& choices()
{
    static const std::map<std::string, std::vector<std::string>, std::less<>> table{
        {"data.on_bad_sample", namesOf<BadSampleRule>()},
        {"model.architecture", {"unet"}},
        {"model.encoder", {"resnet18", "resnet34", "resnet50"}},
        {"training.loss", namesOf<Loss>()},
        {"training.optimizer", namesOf<Optimizer>()},
        {"training.schedule", namesOf<Schedule>()},
        {"training.last_batch", namesOf<LastBatch>()},
        {"training.augment", namesOf<Augmentation>()},
        {"speed.device", {"auto", "cpu"}},
        {"speed.precision", {"fp32"}},
        {"speed.memory_format", namesOf<MemoryFormat>()},
    };
    return table;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return text;
}

class Checker final
{
public:
    explicit Checker(const RunConfig& config)
        : m_config(config)
    {
    }

    void require(bool isRight, std::string_view key, std::string message)
    {
        if (!isRight)
            m_problems.push_back({std::string(key), std::move(message)});
    }

    template<class Number>
    void range(std::string_view key, Number value, Number low, Number high)
    {
        require(value >= low && value <= high, key,
                "is " + text(key) + "; possible is " + std::to_string(low) + " to " + std::to_string(high));
    }

    void choice(std::string_view key)
    {
        const std::vector<std::string>& offered = configChoices(key);
        const std::string value = text(key);
        require(std::ranges::find(offered, value) != offered.end(), key,
                "\"" + value + "\" is not offered by this build; possible is " + joined(offered));
    }

    void crop(std::string_view key, int size)
    {
        if (size >= networkStride && size <= largestCrop && size % networkStride == 0)
            return;
        const int below = std::clamp(size / networkStride * networkStride, networkStride, largestCrop);
        const int above = std::clamp(below + networkStride, networkStride, largestCrop);
        const bool isOutside = size < networkStride || size > largestCrop;
        const std::string nearest =
            isOutside ? std::to_string(below) : std::to_string(below) + " or " + std::to_string(above);
        require(false, key,
                "is " + text(key) + "; a crop is a multiple of the network's stride " + std::to_string(networkStride) +
                    " from " + std::to_string(networkStride) + " to " + std::to_string(largestCrop) + ": take " +
                    nearest);
    }

    [[nodiscard]] std::string text(std::string_view key) const { return configFieldText(m_config, key); }
    [[nodiscard]] std::vector<ConfigProblem> take() { return std::move(m_problems); }

private:
    const RunConfig& m_config;
    std::vector<ConfigProblem> m_problems;
};

bool isWholeNumber(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

void checkData(Checker& check, const DataConfig& data)
{
    check.require(!data.images.empty(), "data.images", "is empty; give the folder of training images");
    check.require(!data.masks.empty(), "data.masks", "is empty; give the folder of their masks");
    check.require(data.validationMasks.empty() || !data.validationImages.empty(), "data.validation_images",
                  "is empty although validation masks are given; give both folders or neither");
    check.require(data.validationImages.empty() || !data.validationMasks.empty(), "data.validation_masks",
                  "is empty although validation images are given; give both folders or neither");
    check.require(data.validationShare >= 0 && data.validationShare < 1, "data.validation_share",
                  "is " + check.text("data.validation_share") +
                      "; possible is 0 (no validation) up to, but not including, 1");
    check.require(data.validationEvery == 0 || data.validationEvery >= 2, "data.validation_every",
                  "is " + check.text("data.validation_every") + "; possible is 0 (by share) or 2 and more");
    check.require(data.ignoreValue == "auto" || data.ignoreValue == "none" ||
                      isWholeNumber(plainIgnoreValue(data.ignoreValue)),
                  "data.ignore_value",
                  "is \"" + data.ignoreValue +
                      "\"; possible is auto, none, a mask value such as 255 or a colour such as #ff00ff");
    check.require(data.limit >= 0, "data.limit", "is " + check.text("data.limit") + "; possible is 0 (all) and more");
    check.choice("data.on_bad_sample");
}

void checkTraining(Checker& check, const TrainingConfig& training)
{
    check.range<std::int64_t>("training.epochs", training.epochs, 1, 1'000'000);
    check.range("training.batch", training.batch, 1, 4096);
    check.crop("training.crop_height", training.cropHeight);
    check.crop("training.crop_width", training.cropWidth);
    // Batch norm needs more than one value per channel, and the deepest features are crop / stride.
    check.require(training.batch != 1 || training.cropHeight != networkStride || training.cropWidth != networkStride,
                  "training.batch",
                  "is 1 with a crop of 32x32, which leaves batch normalisation a single value per channel; take a "
                  "batch of 2 or a "
                  "crop of 64x32");
    check.range("training.accumulate", training.accumulate, 1, 4096);
    check.choice("training.loss");
    check.choice("training.optimizer");
    check.require(std::isfinite(training.learningRate) && training.learningRate > 0, "training.learning_rate",
                  "is " + check.text("training.learning_rate") + "; possible is any number above 0");
    check.require(std::isfinite(training.learningRateFactor) && training.learningRateFactor > 0,
                  "training.learning_rate_factor",
                  "is " + check.text("training.learning_rate_factor") + "; possible is any number above 0");
    check.require(training.momentum >= 0 && training.momentum < 1, "training.momentum",
                  "is " + check.text("training.momentum") + "; possible is 0 up to, but not including, 1");
    check.require(training.beta2 >= 0 && training.beta2 < 1, "training.beta2",
                  "is " + check.text("training.beta2") + "; possible is 0 up to, but not including, 1");
    check.require(std::isfinite(training.weightDecay) && training.weightDecay >= 0, "training.weight_decay",
                  "is " + check.text("training.weight_decay") + "; possible is 0 and more");
    check.require(std::isfinite(training.clip) && training.clip >= 0, "training.clip",
                  "is " + check.text("training.clip") + "; possible is 0 (off) and more");
    check.choice("training.schedule");
    check.range<std::int64_t>("training.warmup_steps", training.warmupSteps, 0, 1'000'000'000);
    check.require(training.warmupSteps == 0 || training.schedule != Schedule::OneCycle, "training.warmup_steps",
                  "is " + check.text("training.warmup_steps") +
                      " although onecycle has a warm-up of its own; take 0, or another schedule");
    check.require(training.emaDecay >= 0 && training.emaDecay < 1, "training.ema_decay",
                  "is " + check.text("training.ema_decay") +
                      "; possible is 0 (no average) up to, but not including, 1, such as 0.999");
    check.require(bestByOf(training.bestBy).has_value(), "training.best_by",
                  "is \"" + training.bestBy + "\"; possible is " + std::string(bestByChoices()));
    check.range("training.patience", training.patience, 0, 1'000'000);
    check.require(std::isfinite(training.minimumChange) && training.minimumChange >= 0, "training.min_change",
                  "is " + check.text("training.min_change") + "; possible is 0 and more");
    check.choice("training.last_batch");
    check.choice("training.augment");
}

void checkSpeed(Checker& check, const SpeedConfig& speed)
{
    check.choice("speed.device");
    check.choice("speed.precision");
    check.choice("speed.memory_format");
    check.range("speed.workers", speed.workers, 1, 64);
    check.range("speed.prefetch_depth", speed.prefetchDepth, 1, 1024);
    check.range<std::int64_t>("speed.cache_limit_mb", speed.cacheLimitMb, 0, 1'000'000'000);
    check.range("speed.threads", speed.threads, 0, 1024);
}

} // namespace

std::vector<ConfigProblem> validateConfig(const RunConfig& config)
{
    Checker check(config);
    checkData(check, config.data);
    check.choice("model.architecture");
    check.choice("model.encoder");
    check.range("model.input_channels", config.model.inputChannels, 1, mostInputChannels);
    checkTraining(check, config.training);
    checkSpeed(check, config.speed);
    check.require(!config.output.run.empty(), "output.run", "is empty; give a folder for the files of the run");
    check.range("output.previews", config.output.previews, 0, 64);
    check.range<std::int64_t>("output.keep_every", config.output.keepEvery, 0, 1'000'000);
    check.require(std::isfinite(config.output.saveSeconds) && config.output.saveSeconds >= 0, "output.save_seconds",
                  "is " + check.text("output.save_seconds") + "; possible is 0 (at the end of epochs) and more");
    return check.take();
}

std::string plainIgnoreValue(const std::string& text)
{
    constexpr std::size_t digits = 6;
    if (text.size() != 1 + digits || text.front() != '#')
        return text;
    std::uint32_t color = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), color, 16);
    return error == std::errc() && end == text.data() + text.size() ? std::to_string(color) : text;
}

bool canTrainOnOne(const TrainingConfig& training, int stride)
{
    return training.cropHeight > stride || training.cropWidth > stride;
}

Error configError(const std::vector<ConfigProblem>& problems)
{
    if (problems.size() == 1)
        return {ErrorCode::Config, problems.front().message, problems.front().key, {}};
    std::string message = std::to_string(problems.size()) + " settings cannot be used:";
    for (const ConfigProblem& problem : problems)
        message += "\n  " + problem.key + (problem.key.empty() ? "" : ": ") + problem.message;
    return {ErrorCode::Config, std::move(message), {}, {}};
}

const std::vector<std::string>& configChoices(std::string_view key)
{
    static const std::vector<std::string> none;
    const auto found = choices().find(key);
    return found == choices().end() ? none : found->second;
}

} // namespace gapless
