// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/torch_engine.h"

#include <algorithm>
#include <expected>
#include <iterator>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/base/available_memory.h"
#include "core/base/log.h"
#include "core/base/stopwatch.h"
#include "core/config/config_validate.h"
#include "core/files/checkpoint.h"
#include "core/loader/prefetch_loader.h"
#include "core/model/model_factory.h"
#include "core/train/predictor.h"
#include "core/train/schedule.h"
#include "core/train/step_memory.h"
#include "core/train/tensor_layout.h"
#include "core/train/torch_boundary.h"
#include "core/train/train_step.h"
#include "core/train/validator.h"

namespace gapless
{
namespace
{

/// Where the run stands in its plan of batches: the next one to be trained on.
struct Position
{
    std::int64_t epoch = 0;
    std::int64_t index = 0;
};

/// Everything a prepared run holds. The loader goes first when it ends: it reads from the sources.
struct Run
{
    RunConfig config;
    TrainingData data;
    std::shared_ptr<SegmentationModel> model;
    TrainStep trainStep;
    std::unique_ptr<PrefetchLoader> loader;
    std::int64_t totalSteps = 0;
    std::int64_t step = 0;
    std::int64_t epochOfLastStep = 0;
    Position next{};
    double bestMeanIou = -1;
    std::int64_t bestEpoch = 0;
    std::vector<Preview> previews{};   ///< of validation, as long as no step has changed the weights
    std::set<std::string> toldSkips{}; ///< errors of samples left out: each is logged once, not once an epoch
};

/// Everything but the folders, which are the data provider's business.
Result<void> checkSettings(const RunConfig& config)
{
    std::vector<ConfigProblem> problems = validateConfig(config);
    std::erase_if(problems, [](const ConfigProblem& problem) {
        return problem.key.starts_with("data.") || problem.key == "output.run";
    });
    return problems.empty() ? Result<void>() : std::unexpected(configError(problems));
}

/// What can only be known with the network and the number of samples. A last single sample joins the batch before it,
/// so only a set of one image gives a batch of one against the configuration's will.
Result<void> checkSmallestBatch(const TrainingConfig& training, int stride, std::int64_t samples)
{
    if (samples > 1 || canTrainOnOne(training, stride))
        return {};
    return fail(ErrorCode::Config, "batch normalisation cannot train on one image whose deepest features are 1 x 1",
                "crop " + std::to_string(training.cropHeight) + " x " + std::to_string(training.cropWidth),
                "choose a larger crop, or add images");
}

std::int64_t parameterCount(const SegmentationModel& model)
{
    std::int64_t count = 0;
    for (const torch::Tensor& parameter : model.parameters())
        count += parameter.requires_grad() ? parameter.numel() : 0;
    return count;
}

/// What a step, the queue and the kept pictures are sure to take: activations, gradients, momentum, slots.
std::int64_t neededMemory(SegmentationModel& model, const RunConfig& config, const TrainingData& data,
                          std::int64_t queueBytes)
{
    const TrainingConfig& training = config.training;
    const std::int64_t images = std::min<std::int64_t>(training.batch, data.training->size());
    const double pixels = static_cast<double>(images) * training.cropHeight * training.cropWidth;
    const double activations = pixels * activationBytesPerPixel(model, config.speed.memoryFormat);
    constexpr std::int64_t perParameter = 2 * sizeof(float);
    return static_cast<std::int64_t>(activations) + perParameter * parameterCount(model) + queueBytes +
           cacheUse(data).bytes;
}

/// What becomes of the samples that fill no batch.
std::vector<std::string> batchNotes(const TrainingConfig& training, std::int64_t samples)
{
    const std::int64_t rest = samples % training.batch;
    const std::string batch = std::to_string(training.batch);
    if (samples < training.batch)
        return {"The training set is smaller than one batch of " + batch + ": all " + std::to_string(samples) +
                " images are one batch."};
    if (rest == 0)
        return {};
    if (training.lastBatch == LastBatch::Drop)
        return {"The last " + std::to_string(rest) +
                " images of each epoch's order fill no batch and are left out; others each epoch."};
    if (rest == 1)
        return {"One image is left over in each epoch: it joins the batch before it, which then has " +
                std::to_string(training.batch + 1) + "."};
    return {"The last batch of each epoch has " + std::to_string(rest) + " images."};
}

void tellSkips(std::span<const SkippedSample> skipped, std::set<std::string>& told)
{
    for (const SkippedSample& sample : skipped) {
        std::string text = sample.error.text();
        if (const auto [place, isNew] = told.insert(std::move(text)); isNew)
            logLine(LogLevel::Warning, "left out: " + *place);
    }
}

torch::Tensor generatorState()
{
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    const std::scoped_lock lock(generator.mutex());
    return generator.get_state();
}

class TorchEngine final : public TrainingEngine
{
public:
    explicit TorchEngine(DataProvider provider)
        : m_provider(std::move(provider))
    {
    }
    ~TorchEngine() override { release(); }

    Result<RunPlan> prepare(const RunConfig& config, std::stop_token stop) override;
    Result<StepRecord> step(std::stop_token stop) override;
    Result<std::int64_t> change(const LiveSettings& settings) override;
    Result<Scores> validate(std::stop_token stop) override;
    Result<PreviewSet> inspect(std::stop_token stop) override;
    Result<void> saveCheckpoint(const std::filesystem::path& file) override;
    void setBest(double meanIou, std::int64_t epoch) override;
    void release() override;

private:
    [[nodiscard]] Result<RunPlan> prepareRun(const RunConfig& config, const std::stop_token& stop);
    [[nodiscard]] RunPlan planOf(const Run& run, std::int64_t queueBytes, int threads) const;
    [[nodiscard]] StepRecord trainOn(const Batch& batch);
    /// As atBoundary(), with the prepared run.
    template<class Function>
    auto withRun(const Doing& doing, Function&& function) -> std::invoke_result_t<Function, Run&>
    {
        if (!m_run)
            return fail(ErrorCode::Internal, "no run is prepared", std::string(doing.what));
        return atBoundary(doing, [&] { return function(*m_run); });
    }

    DataProvider m_provider;
    std::unique_ptr<Run> m_run;
};

Result<RunPlan> TorchEngine::prepare(const RunConfig& config, std::stop_token stop)
{
    release();
    Result<RunPlan> plan = atBoundary({"preparing the run", smallerQueue}, [&] { return prepareRun(config, stop); });
    if (!plan)
        release();
    return plan;
}

Result<RunPlan> TorchEngine::prepareRun(const RunConfig& config, const std::stop_token& stop)
{
    if (const Result<void> checked = checkSettings(config); !checked)
        return std::unexpected(checked.error());
    const int threads = setTorchThreads(config.speed.threads);
    Result<TrainingData> data = m_provider(config, stop);
    if (!data)
        return std::unexpected(data.error());
    if (!data->training || data->training->size() < 1)
        return fail(ErrorCode::Data, "there are no training images");
    if (data->validation && data->validation->size() < 1)
        data->validation.reset();

    const ModelSpec spec{config.model.architecture, config.model.encoder, config.model.inputChannels,
                         data->classes.size()};
    if (data->training->channels() != spec.inputChannels)
        return fail(ErrorCode::Internal, "the images are read with " + std::to_string(data->training->channels()) +
                                             " channels, and the network takes " + std::to_string(spec.inputChannels));
    if (const Result<void> checked = checkSmallestBatch(config.training, modelStride(spec), data->training->size());
        !checked)
        return std::unexpected(checked.error());
    Result<std::shared_ptr<SegmentationModel>> model = makeModel(spec, config.training.seed);
    if (!model)
        return std::unexpected(model.error());
    applyMemoryFormat(**model, config.speed.memoryFormat);
    (*model)->train();
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "stopped while preparing");

    LoaderOptions options = loaderOptionsOf(config, (*model)->stride());
    options.onLongWait = waitObserver();
    const std::int64_t queueBytes = loaderMemory(*data->training, data->validation.get(), options);
    const std::int64_t needed = neededMemory(**model, config, *data, queueBytes);
    Result<std::vector<std::string>> tight = checkMemory(needed, availableMemory());
    if (!tight)
        return std::unexpected(tight.error());
    std::ranges::move(*tight, std::back_inserter(data->notes));
    Result<std::unique_ptr<PrefetchLoader>> loader = PrefetchLoader::create(data->training, data->validation, options);
    if (!loader)
        return std::unexpected(loader.error());
    m_run = std::make_unique<Run>(
        Run{config, std::move(*data), *model, TrainStep(*model, config.training), std::move(*loader)});
    m_run->totalSteps = config.training.epochs * m_run->loader->sampler().batchesPerEpoch();
    return planOf(*m_run, queueBytes, threads);
}

RunPlan TorchEngine::planOf(const Run& run, std::int64_t queueBytes, int threads) const
{
    RunPlan plan;
    plan.epochs = run.config.training.epochs;
    plan.stepsPerEpoch = run.loader->sampler().batchesPerEpoch();
    plan.trainingSamples = run.data.training->size();
    plan.validationSamples = run.data.validation ? run.data.validation->size() : 0;
    plan.parameters = parameterCount(*run.model);
    plan.queueBytes = queueBytes;
    const CacheUse kept = cacheUse(run.data);
    plan.cacheBytes = kept.bytes;
    plan.cachedSamples = kept.pictures;
    plan.classes = run.data.classes;
    plan.device = "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    plan.threads = threads;
    plan.notes = run.data.notes;
    for (std::string& note : batchNotes(run.config.training, plan.trainingSamples))
        plan.notes.push_back(std::move(note));
    return plan;
}

Result<StepRecord> TorchEngine::step(std::stop_token stop)
{
    return withRun({"training step", smallerBatch}, [&](Run& run) -> Result<StepRecord> {
        const Result<Batch> batch = run.loader->nextTraining(std::move(stop));
        if (!batch)
            return std::unexpected(batch.error());
        tellSkips(batch->view().skipped, run.toldSkips);
        return trainOn(*batch);
    });
}

StepRecord TorchEngine::trainOn(const Batch& batch)
{
    const Stopwatch watch;
    Run& run = *m_run;
    const BatchView& view = batch.view();
    StepRecord record;
    record.epoch = view.epoch + 1;
    record.stepInEpoch = view.index + 1;
    record.lastOfEpoch = view.lastOfEpoch;
    record.images = view.count;
    record.skipped = static_cast<int>(view.skipped.size());
    record.waitMs = view.waitMs;
    record.queueFill = view.queueFill;
    record.settingsVersion = view.settingsVersion;
    record.step = run.step;
    const Position next = view.lastOfEpoch ? Position{view.epoch + 1, 0} : Position{view.epoch, view.index + 1};
    if (view.count > 0) {
        const double rate = polynomialRate(run.config.training.learningRate, run.step, run.totalSteps);
        const StepOutcome outcome = run.trainStep.run(imagesOf(view), labelsOf(view), rate);
        record.step = run.step + 1;
        record.loss = outcome.loss;
        record.learningRate = rate;
        record.gradientNorm = outcome.gradientNorm;
        if (outcome.isUpdated) {
            ++run.step;
            run.previews.clear();
            run.epochOfLastStep = view.epoch + 1;
            run.next = next;
        }
    } else {
        run.next = next;
    }
    record.stepMs = watch.milliseconds();
    return record;
}

Result<std::int64_t> TorchEngine::change(const LiveSettings& settings)
{
    return withRun({"changing settings", smallerQueue}, [&](Run& run) -> Result<std::int64_t> {
        Result<std::int64_t> version = run.loader->change(settings);
        if (version)
            applyLiveSettings(run.config, settings); // what the next checkpoint says
        return version;
    });
}

Result<Scores> TorchEngine::validate(std::stop_token stop)
{
    return withRun({"validating", smallerPictures}, [&](Run& run) -> Result<Scores> {
        if (!run.data.validation)
            return fail(ErrorCode::Internal, "there are no validation images");
        Result<Validation> validation =
            validateWhole(*run.model, *run.loader, *run.data.validation, run.data.classes.size(),
                          run.config.output.previews, std::move(stop));
        if (!validation)
            return std::unexpected(validation.error());
        tellSkips(validation->skipped, run.toldSkips);
        run.previews = std::move(validation->previews);
        return std::move(validation->scores);
    });
}

Result<PreviewSet> TorchEngine::inspect(std::stop_token stop)
{
    return withRun({"predicting the pinned images", smallerPictures}, [&](Run& run) -> Result<PreviewSet> {
        PreviewSet set{run.step, run.epochOfLastStep, {}};
        if (!run.data.validation)
            return set;
        set.previews = std::exchange(run.previews, {});
        if (!set.previews.empty())
            return set;
        const Predictor predictor(run.model, run.data.classes.size(), run.config.speed.memoryFormat);
        const std::int64_t count = std::min<std::int64_t>(run.config.output.previews, run.data.validation->size());
        for (std::int64_t sample = 0; sample < count; ++sample) {
            if (stop.stop_requested())
                return fail(ErrorCode::Cancelled, "stopped while predicting the pinned images");
            Result<Preview> preview = predictor.preview(*run.data.validation, sample);
            if (!preview)
                return std::unexpected(preview.error());
            set.previews.push_back(std::move(*preview));
        }
        return set;
    });
}

Result<void> TorchEngine::saveCheckpoint(const std::filesystem::path& file)
{
    return withRun({"writing " + file.string(), otherPrograms}, [&](Run& run) -> Result<void> {
        Checkpoint checkpoint;
        checkpoint.model = stateDictOf(*run.model);
        checkpoint.momentum = run.trainStep.optimizer().momentum();
        checkpoint.step = run.step;
        checkpoint.totalSteps = run.totalSteps;
        checkpoint.learningRate = polynomialRate(run.config.training.learningRate, run.step, run.totalSteps);
        checkpoint.epoch = run.next.epoch;
        checkpoint.batchInEpoch = run.next.index;
        checkpoint.bestMeanIou = run.bestMeanIou;
        checkpoint.bestEpoch = run.bestEpoch;
        checkpoint.config = run.config;
        checkpoint.classes = run.data.classes;
        checkpoint.generator = generatorState();
        return writeCheckpoint(file, checkpoint);
    });
}

void TorchEngine::setBest(double meanIou, std::int64_t epoch)
{
    if (!m_run)
        return;
    m_run->bestMeanIou = meanIou;
    m_run->bestEpoch = epoch;
}

void TorchEngine::release()
{
    if (!std::exchange(m_run, nullptr))
        return;
#ifdef __GLIBC__
    malloc_trim(0); // freed tensors otherwise stay with the process
#endif
}

} // namespace

std::unique_ptr<TrainingEngine> makeTorchEngine(DataProvider data)
{
    return std::make_unique<TorchEngine>(std::move(data));
}

int setTorchThreads(int threads)
{
    // Torch's own choice (OMP_NUM_THREADS, otherwise one for each core), asked for before anything else is set.
    static const int byDefault = at::get_num_threads();
    at::set_num_threads(threads > 0 ? threads : byDefault);
    return at::get_num_threads();
}

} // namespace gapless
