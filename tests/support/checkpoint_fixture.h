// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <utility>

#include <ATen/Context.h>
#include <ATen/core/Generator.h>

#include "core/files/checkpoint.h"

namespace gapless::test
{

/// A checkpoint in the middle of a run, with a value of its own in each field; the weights are the test's.
inline Checkpoint makeCheckpoint(StateDict model, StateDict momentum)
{
    Checkpoint checkpoint;
    checkpoint.model = std::move(model);
    checkpoint.step = 120;
    checkpoint.optimizer.steps = 120;
    checkpoint.optimizer.buffers.emplace_back("momentum_buffer", std::move(momentum));
    checkpoint.totalSteps = 300;
    checkpoint.learningRate = 0.006;
    checkpoint.epoch = 3;
    checkpoint.batchInEpoch = 7;
    checkpoint.trainingSamples = 80;
    checkpoint.sampleNames = 1234;
    checkpoint.progress = {.bestScore = 0.75,
                           .bestEpoch = 2,
                           .withoutGain = 3,
                           .patienceScore = 0.5,
                           .isEpochDue = true,
                           .lossTimesImages = 12.5,
                           .images = 56,
                           .elapsedSeconds = 99.5};
    checkpoint.computed = {.processor = "processor", .library = "torch", .threads = 3};
    checkpoint.config.data.images = "images";
    checkpoint.config.training.bestBy = "dice:sky";
    checkpoint.config.training.seed = std::numeric_limits<std::uint64_t>::max();
    checkpoint.config.training.learningRate = 0.02;
    checkpoint.config.speed.memoryFormat = MemoryFormat::Contiguous;
    checkpoint.classes = {.kind = MaskKind::Colors,
                          .classes = {{.value = 0, .name = "sky", .color = {1, 2, 3}, .pixels = 10},
                                      {.value = 0xFFFFFF, .name = "B\u00e4ume", .color = {255, 0, 9}, .pixels = 0}},
                          .ignoreValue = 255,
                          .ignoredPixels = 5};
    checkpoint.generator = at::globalContext().defaultGenerator(at::kCPU).get_state();
    return checkpoint;
}

} // namespace gapless::test
