// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_field_table.h"

#include <algorithm>

namespace gapless
{

namespace
{

template<auto Group, auto Member>
FieldRef at(RunConfig& config)
{
    return &((config.*Group).*Member);
}

template<auto Member>
constexpr auto data = &at<&RunConfig::data, Member>;
template<auto Member>
constexpr auto model = &at<&RunConfig::model, Member>;
template<auto Member>
constexpr auto training = &at<&RunConfig::training, Member>;
template<auto Member>
constexpr auto speed = &at<&RunConfig::speed, Member>;
template<auto Member>
constexpr auto output = &at<&RunConfig::output, Member>;

constexpr FieldEntry entries[] = {
    {{"data.images", "Images", "Folder of the training images. Each image is paired with the mask of the same name."},
     data<&DataConfig::images>},
    {{"data.masks", "Masks",
      "Folder of the masks, named as their images or with _mask at the end. Their values are the classes."},
     data<&DataConfig::masks>},
    {{"data.validation_images", "Validation images",
      "Folder of images that are only scored, never trained on. Left empty, part of the training folder is held out."},
     data<&DataConfig::validationImages>},
    {{"data.validation_masks", "Validation masks", "Folder of the masks of the validation images."},
     data<&DataConfig::validationMasks>},
    {{"data.validation_share", "Validation share",
      "Share of the pairs that is held out for validation, drawn with the seed. 0 trains on everything and gives no "
      "scores."},
     data<&DataConfig::validationShare>},
    {{"data.validation_every", "Every N-th for validation",
      "Holds out every N-th pair instead of a random share, which keeps the split the same for any seed. 0 holds out "
      "by share."},
     data<&DataConfig::validationEvery>},
    {{"data.ignore_value", "Ignore value",
      "Mask value that counts neither in the loss nor in the scores. \"auto\" takes 255 unless the masks are {0, 255}; "
      "\"none\" "
      "makes every value a class. A colour is written as \"#ff00ff\"."},
     data<&DataConfig::ignoreValue>},
    {{"data.limit", "Limit",
      "Trains on at most so many pairs and validates on at most as many, the first in order of name, for a quick try. "
      "0 takes all of them."},
     data<&DataConfig::limit>},
    {{"data.on_bad_sample", "Unreadable images",
      "What happens when an image or mask cannot be read during the run. stop ends the run and names the file; skip "
      "leaves the sample out, says so in the log and counts it."},
     data<&DataConfig::onBadSample>},
    {{"model.architecture", "Architecture",
      "How the network turns features into a mask. U-Net is a good start on any set."},
     model<&ModelConfig::architecture>},
    {{"model.encoder", "Encoder",
      "The network's feature extractor. Deeper ones cost more time and memory per step and can tell finer "
      "differences."},
     model<&ModelConfig::encoder>},
    {{"model.input_channels", "Input channels",
      "Channels that the network sees. 3 reads every image as RGB, 1 as grey; any other number takes TIFF images with "
      "exactly so many samples a pixel, in the file's order."},
     model<&ModelConfig::inputChannels>},
    {{"training.epochs", "Epochs",
      "How often every sample is trained on. More take longer and score better until validation stops improving."},
     training<&TrainingConfig::epochs>},
    {{"training.batch", "Batch",
      "Samples in one step. Larger batches take more memory and make smoother steps; halve it when memory runs out."},
     training<&TrainingConfig::batch>},
    {{"training.crop_height", "Crop height",
      "Height of the random crop that is trained on, in pixels. Larger crops show more context and cost time and "
      "memory."},
     training<&TrainingConfig::cropHeight>},
    {{"training.crop_width", "Crop width",
      "Width of the random crop that is trained on, in pixels. Larger crops show more context and cost time and "
      "memory."},
     training<&TrainingConfig::cropWidth>},
    {{"training.accumulate", "Batches a step",
      "Batches whose gradients are added up for one step: the gradient of a batch so many times as large, in the "
      "memory "
      "of one. Norms still see single batches."},
     training<&TrainingConfig::accumulate>},
    {{"training.loss", "Loss",
      "What the training makes small. ce, cross-entropy, compares every labelled pixel; dice compares areas, so that "
      "small classes count as much as large ones; ce+dice is their sum and suits most sets."},
     training<&TrainingConfig::loss>},
    {{"training.optimizer", "Optimizer",
      "How gradients change the weights. sgd, with Nesterov momentum, wants a learning rate near 0.01; adam and adamw "
      "scale each weight's step by its gradient's size and want one near 0.0003."},
     training<&TrainingConfig::optimizer>},
    {{"training.learning_rate", "Learning rate",
      "Size of the first steps; the schedule lowers it. Too high and the loss jumps or becomes NaN, too low and it "
      "hardly falls."},
     training<&TrainingConfig::learningRate>},
    {{"training.learning_rate_factor", "Rate factor",
      "Multiplies the learning rate of every step, whatever the schedule says, and can be changed while a run goes on. "
      "0.1 is the usual remedy for a loss that jumps or no longer falls."},
     training<&TrainingConfig::learningRateFactor>},
    {{"training.momentum", "Momentum",
      "How much of the last update goes into the next one (beta1 of adam and adamw). 0.9 suits nearly every set; lower "
      "it when the loss swings."},
     training<&TrainingConfig::momentum>},
    {{"training.beta2", "Beta2",
      "How slowly adam's and adamw's measure of each gradient's size changes. 0.999 suits nearly every set; sgd has no "
      "use for it."},
     training<&TrainingConfig::beta2>},
    {{"training.weight_decay", "Weight decay",
      "Pulls the weights towards 0 at each step. Raise it when validation is much worse than training."},
     training<&TrainingConfig::weightDecay>},
    {{"training.decay_norms", "Decay norms and biases",
      "Whether weight decay also pulls at biases and at the weights of norms. Off is common with adamw."},
     training<&TrainingConfig::decayNorms>},
    {{"training.clip", "Gradient clipping",
      "Largest norm of the gradient; longer ones are shortened to it, which tames bad batches. 0 switches it off."},
     training<&TrainingConfig::clip>},
    {{"training.schedule", "Schedule",
      "How the learning rate moves over the run. poly multiplies it by (1 - step / steps) ^ 0.9; cosine falls as half "
      "a "
      "wave; onecycle rises from a 25th of it over the first 30 % and falls to nothing; constant leaves it."},
     training<&TrainingConfig::schedule>},
    {{"training.warmup_steps", "Warm-up",
      "Steps over which the learning rate rises linearly before the schedule begins. Tames the start of large learning "
      "rates; onecycle has its own."},
     training<&TrainingConfig::warmupSteps>},
    {{"training.ema_decay", "Weight average",
      "Decay of an exponential moving average of the weights, such as 0.999; it scores better where the single steps "
      "are noisy. Takes the weights' memory once more. 0 keeps none."},
     training<&TrainingConfig::emaDecay>},
    {{"training.use_ema", "Score the average",
      "Whether the weight average, where one is kept, is what is validated, shown and saved as the model, or the "
      "weights of the last step are."},
     training<&TrainingConfig::useEma>},
    {{"training.last_batch", "Last batch",
      "Whether an epoch's short last batch is trained on (keep) or left out (drop). Kept, every sample counts once an "
      "epoch."},
     training<&TrainingConfig::lastBatch>},
    {{"training.augment", "Augmentation",
      "Random changes that make more out of few images. basic: scale 0.75-1.5, crop, left-right flip; none: a random "
      "crop only."},
     training<&TrainingConfig::augment>},
    {{"training.best_by", "Best by",
      "The score that decides which epoch's weights are kept as the best: mean_iou, mean_dice, pixel_accuracy, loss, "
      "or "
      "iou:NAME or dice:NAME of a class."},
     training<&TrainingConfig::bestBy>},
    {{"training.patience", "Patience",
      "Ends the run after so many validations in a row whose score was no better than the best before. 0 never does."},
     training<&TrainingConfig::patience>},
    {{"training.min_change", "Minimum change",
      "By how much a score must be better than the best before for the patience to start anew."},
     training<&TrainingConfig::minimumChange>},
    {{"training.seed", "Seed",
      "Start of all random draws: split, order, augmentation, initial weights. The same seed gives the same run."},
     training<&TrainingConfig::seed>},
    {{"speed.device", "Device", "What computes the steps. auto takes the fastest one that works here."},
     speed<&SpeedConfig::device>},
    {{"speed.precision", "Precision", "Number format of the step. fp32 is exact and works everywhere."},
     speed<&SpeedConfig::precision>},
    {{"speed.memory_format", "Memory format",
      "How batches and weights lie in memory; results agree within rounding. Which one is faster depends on the "
      "machine: compare "
      "the images/s."},
     speed<&SpeedConfig::memoryFormat>},
    {{"speed.workers", "Workers",
      "Threads that read and prepare samples. Add some when the stall share is above 0, but not more than there are "
      "cores."},
     speed<&SpeedConfig::workers>},
    {{"speed.prefetch_depth", "Prefetch depth",
      "Finished batches that may lie ready. More bridge longer hiccups of the disk and take memory for each batch."},
     speed<&SpeedConfig::prefetchDepth>},
    {{"speed.cross_epoch", "Prefetch across epochs",
      "Prepares the next epoch's batches while this one ends, validates and saves. Off makes the boundary gap of other "
      "tools "
      "visible."},
     speed<&SpeedConfig::crossEpoch>},
    {{"speed.cache", "Keep pictures in memory",
      "Keeps decoded pictures in memory from the first epoch on, so that later epochs neither read nor decode. Results "
      "are the same either way."},
     speed<&SpeedConfig::cache>},
    {{"speed.cache_limit_mb", "Memory for pictures",
      "Most memory that kept pictures may take, in MiB. Pictures that do not fit are read again each epoch. 0 takes a "
      "quarter of what is free."},
     speed<&SpeedConfig::cacheLimitMb>},
    {{"speed.threads", "Threads",
      "Threads of the training step on the CPU. 0 takes one for each core; fewer leave room for other programs."},
     speed<&SpeedConfig::threads>},
    {{"output.run", "Run folder",
      "Where configuration, metrics, checkpoints and report are written. It must not hold another run."},
     output<&OutputConfig::run>},
    {{"output.previews", "Previews",
      "Validation samples whose predictions are shown while it learns. Each costs one prediction per epoch; 0 shows "
      "none."},
     output<&OutputConfig::previews>},
    {{"output.keep_every", "Keep every",
      "Keeps a checkpoint of its own, epoch_NNNN.pt, every so many epochs; each takes the memory of weights and "
      "optimizer on the disk. 0 keeps the last and the best only."},
     output<&OutputConfig::keepEvery>},
    {{"output.save_seconds", "Save between epochs",
      "Seconds after which the last checkpoint is written again in the middle of an epoch, so that a crash costs no "
      "more "
      "than these. 0 writes it at the end of each epoch only."},
     output<&OutputConfig::saveSeconds>},
};

} // namespace

std::span<const FieldEntry> fieldTable()
{
    return entries;
}

} // namespace gapless
