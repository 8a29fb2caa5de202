// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/step_memory.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <c10/core/Allocator.h>

#include "core/base/available_memory.h"
#include "core/train/eval_scope.h"
#include "core/train/losses.h"
#include "core/train/tensor_layout.h"
#include "core/train/torch_boundary.h"

namespace gapless
{
namespace
{

/// Adds up what this thread's tensors take and give back.
class AllocationCounter final : public c10::MemoryReportingInfoBase
{
public:
    void reportMemoryUsage(void*, std::int64_t bytes, std::size_t, std::size_t, c10::Device) override
    {
        m_bytes += bytes;
        m_peak = std::max(m_peak, m_bytes);
    }
    [[nodiscard]] bool memoryProfilingEnabled() const override { return true; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    [[nodiscard]] std::int64_t peak() const { return m_peak; }

private:
    std::int64_t m_bytes = 0;
    std::int64_t m_peak = 0;
};

/// A forward pass in training mode moves the statistics of batch normalisation: this puts them back.
class BufferKeeper final
{
public:
    explicit BufferKeeper(const torch::nn::Module& module)
        : m_buffers(module.buffers())
    {
        for (const torch::Tensor& buffer : m_buffers)
            m_copies.push_back(buffer.clone());
    }
    ~BufferKeeper()
    {
        const torch::NoGradGuard noGrad;
        for (std::size_t i = 0; i < m_buffers.size(); ++i)
            m_buffers[i].copy_(m_copies[i]);
    }
    BufferKeeper(const BufferKeeper&) = delete;
    BufferKeeper& operator=(const BufferKeeper&) = delete;

private:
    std::vector<torch::Tensor> m_buffers;
    std::vector<torch::Tensor> m_copies;
};

std::string sizeText(std::int64_t bytes)
{
    const std::int64_t tenths = std::llround(static_cast<double>(bytes) / 1e8);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

/// The most that a prediction takes at any moment, for each pixel; the picture itself and its labels included.
double predictionBytesPerPixel(SegmentationModel& model, MemoryFormat format)
{
    const EvalScope eval(model);
    const std::int64_t side = 4 * std::int64_t{model.stride()};
    const auto counter = std::make_shared<AllocationCounter>();
    const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, counter);
    const torch::Tensor logits =
        model.forward(at::zeros({1, model.inputChannels(), side, side}).contiguous(torchFormat(format)));
    const double decodedAndLabels = model.inputChannels() + 1 + double{sizeof(std::int64_t)};
    return static_cast<double>(counter->peak()) / static_cast<double>(side * side) + decodedAndLabels;
}

} // namespace

double activationBytesPerPixel(SegmentationModel& model, MemoryFormat format)
{
    constexpr std::int64_t batch = 2; // batch normalisation wants more than one value for each channel
    const std::int64_t side = 2 * std::int64_t{model.stride()};
    const BufferKeeper buffers(model);
    const torch::Tensor images = at::zeros({batch, model.inputChannels(), side, side}).contiguous(torchFormat(format));
    const torch::Tensor labels = at::zeros({batch, side, side}, at::kLong);
    const auto counter = std::make_shared<AllocationCounter>();
    const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, counter);
    const torch::Tensor loss = crossEntropy(model.forward(images), labels);
    return static_cast<double>(counter->bytes()) / static_cast<double>(batch * side * side);
}

Result<std::vector<std::string>> checkMemory(std::int64_t needed, std::int64_t available)
{
    constexpr double largestOverhead = 1.3;
    if (available <= 0)
        return {};
    if (needed > available)
        return fail(ErrorCode::OutOfMemory,
                    "training needs at least " + sizeText(needed) + " of memory, and " + sizeText(available) +
                        " can be had",
                    {}, std::string(smallerQueue));
    if (static_cast<double>(needed) * largestOverhead < static_cast<double>(available))
        return {};
    return std::vector<std::string>{"Training needs " + sizeText(needed) + " of memory or somewhat more, and " +
                                    sizeText(available) +
                                    " can be had: a smaller batch or a smaller crop makes sure that it fits."};
}

Result<void> checkPictureMemory(SegmentationModel& model, MemoryFormat format, ImageSize size,
                                const std::string& picture, std::optional<std::int64_t> available)
{
    constexpr std::int64_t small = 4'000'000; // pixels, which take a few gigabytes at the most
    const std::int64_t pixels = std::int64_t{size.height} * size.width;
    if (pixels <= small)
        return {};
    const std::int64_t left = available.value_or(availableMemory());
    const auto needed = static_cast<std::int64_t>(static_cast<double>(pixels) * predictionBytesPerPixel(model, format));
    if (left <= 0 || needed <= left)
        return {};
    return fail(ErrorCode::OutOfMemory,
                "a picture of " + std::to_string(size.height) + " x " + std::to_string(size.width) +
                    " pixels (height x width) needs " + sizeText(needed) + " of memory, and " + sizeText(left) +
                    " can be had",
                picture, std::string(smallerPictures));
}

} // namespace gapless
