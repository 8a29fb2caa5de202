// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/augmentation.h"
#include "core/types/memory_format.h"

#include <cstdint>
#include <string>

namespace gapless
{

enum class LastBatch { Keep, Drop };

enum class Loss { CrossEntropy, Dice, CrossEntropyDice };

enum class Optimizer { Sgd, Adam, AdamW };

enum class Schedule { Poly, Cosine, OneCycle, Constant };
inline constexpr double polyPower = 0.9; ///< of Schedule::Poly

/// What becomes of a run when a sample cannot be read.
enum class BadSampleRule {
    Stop, ///< the run fails and names the file
    Skip, ///< the sample is left out and recorded
};

/// Where the samples come from.
struct DataConfig
{
    std::string images;           ///< folder of training images
    std::string masks;            ///< folder of their masks
    std::string validationImages; ///< folder of validation images; empty: split the training folder
    std::string validationMasks;
    double validationShare =
        0.2; ///< share of the pairs held out, drawn with the seed; used when neither folders nor "every" are given
    int validationEvery = 0;          ///< every N-th pair, from the N-th on, is held out; 0: by share
    std::string ignoreValue = "auto"; ///< "auto", "none" or a mask value that counts in neither loss nor scores
    std::int64_t limit = 0;           ///< train on at most so many pairs, validate on at most as many; 0: all
    BadSampleRule onBadSample = BadSampleRule::Stop;
};

struct ModelConfig
{
    std::string architecture = "unet"; ///< as segmentation_models_pytorch names it
    std::string encoder = "resnet18";
    int inputChannels = 3; ///< 1: grey, 3: RGB, others: as many as the samples a pixel of TIFF images
};

struct TrainingConfig
{
    std::int64_t epochs = 30;
    int batch = 8;
    int cropHeight = 256;
    int cropWidth = 256;
    int accumulate = 1; ///< batches whose gradients make one step; a shorter rest at an epoch's end is a step too
    Loss loss = Loss::CrossEntropyDice;
    Optimizer optimizer = Optimizer::Sgd; ///< sgd with Nesterov momentum
    double learningRate = 0.01;
    double learningRateFactor = 1; ///< of every step's rate, on top of the schedule; for changes during a run
    double momentum = 0.9;         ///< of sgd; beta1 of adam and adamw
    double beta2 = 0.999;          ///< of adam and adamw
    double weightDecay = 3e-5;
    bool decayNorms = true; ///< weight decay also for biases and the weights of norms
    double clip = 12.0;     ///< largest gradient norm; 0: no clipping
    Schedule schedule = Schedule::Poly;
    std::int64_t warmupSteps = 0; ///< the learning rate rises linearly over so many steps, before the schedule begins
    double emaDecay = 0;          ///< of the weights' exponential moving average; 0: none is kept
    bool useEma = true;           ///< validate, show and predict with the average, where one is kept
    LastBatch lastBatch = LastBatch::Keep;
    Augmentation augment = Augmentation::Basic;
    std::string bestBy = "mean_iou"; ///< score that decides which epoch is the best: see bestByOf()
    int patience = 0;                ///< stop after so many validations in a row without a better score; 0: never
    double minimumChange = 0;        ///< by which a score must be better for the patience to start anew
    std::uint64_t seed = 0;
};

struct SpeedConfig
{
    std::string device = "auto"; ///< "auto" or "cpu"
    std::string precision = "fp32";
    MemoryFormat memoryFormat = MemoryFormat::ChannelsLast;
    int workers = 2;               ///< threads that prepare samples
    int prefetchDepth = 4;         ///< finished batches that may lie ready
    bool crossEpoch = true;        ///< prefetch through the end of an epoch, validation and checkpoints
    bool cache = true;             ///< keep decoded pictures in memory, filled during the first epoch
    std::int64_t cacheLimitMb = 0; ///< mebibytes that these may take; 0: what automaticCacheLimit() says
    int threads = 0;               ///< threads of the training step; 0: one for each core
};

struct OutputConfig
{
    std::string run;            ///< run folder; must not hold another run
    int previews = 6;           ///< validation samples whose predictions are shown while it learns
    std::int64_t keepEvery = 0; ///< every so many epochs a checkpoint epoch_NNNN.pt is kept; 0: only last and best
    double saveSeconds = 0;     ///< "last" is also written between epochs, this long after the save before; 0: never
};

/// Everything a run needs; config.json of a run folder is this and can be run again.
struct RunConfig
{
    DataConfig data;
    ModelConfig model;
    TrainingConfig training;
    SpeedConfig speed;
    OutputConfig output;
};

} // namespace gapless
