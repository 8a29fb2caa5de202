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
#include <torch/version.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/base/available_memory.h"
#include "core/base/log.h"
#include "core/base/stopwatch.h"
#include "core/config/config_validate.h"
#include "core/config/epoch_steps.h"
#include "core/config/schedule.h"
#include "core/files/checkpoint.h"
#include "core/files/checkpoint_writer.h"
#include "core/loader/prefetch_loader.h"
#include "core/model/model_factory.h"
#include "core/train/predictor.h"
#include "core/train/resume.h"
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
    LearningRate rate{};
    std::int64_t step = 0;
    std::int64_t epochOfLastStep = 0;
    Position next{};
    std::int64_t sampleNames = 0;
    std::vector<Preview> previews{};   ///< of validation, as long as no step has changed the weights
    std::set<std::string> toldSkips{}; ///< errors of samples left out: each is logged once, not once an epoch

    /// What is validated and shown in place of the last step's weights; null: these.
    [[nodiscard]] WeightAverage* scoredAverage() { return config.training.useEma ? trainStep.average() : nullptr; }
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

/// What a step, the queue and the kept pictures are sure to take: activations, gradients, the optimizer's state, the
/// weights' average, slots, and the copy that is made of all these for a checkpoint.
std::int64_t neededMemory(SegmentationModel& model, const RunConfig& config, const TrainingData& data,
                          std::int64_t queueBytes)
{
    const TrainingConfig& training = config.training;
    const std::int64_t images = std::min<std::int64_t>(training.batch, data.training->size());
    const double pixels = static_cast<double>(images) * training.cropHeight * training.cropWidth;
    const double activations = pixels * activationBytesPerPixel(model, config.speed.memoryFormat);
    const std::int64_t moments = training.optimizer != Optimizer::Sgd ? 2 : training.momentum > 0 ? 1 : 0;
    const std::int64_t average = training.emaDecay > 0 ? 1 : 0;
    const std::int64_t saved = 1 + moments + average;
    const auto perParameter = static_cast<std::int64_t>(sizeof(float)) * (1 + moments + average + saved);
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

StateDict copyOf(const StateDict& state)
{
    const torch::NoGradGuard noGrad;
    StateDict copy;
    copy.reserve(state.size());
    for (const auto& [name, tensor] : state)
        copy.emplace_back(name, tensor.detach().clone());
    return copy;
}

Result<void> restore(Run& run, const Checkpoint& checkpoint)
{
    // The average first: what it knows of buffers is then replaced by the model's own.
    if (WeightAverage* average = run.trainStep.average(); average != nullptr)
        if (auto restored = average->restore(checkpoint.average); !restored)
            return restored;
    if (auto loaded = loadStateDict(*run.model, checkpoint.model); !loaded)
        return loaded;
    if (auto restored = run.trainStep.optimizer().restore(checkpoint.optimizer); !restored)
        return restored;
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    {
        const std::scoped_lock lock(generator.mutex());
        generator.set_state(checkpoint.generator);
    }
    run.step = checkpoint.step;
    run.next = {checkpoint.epoch, checkpoint.batchInEpoch};
    run.epochOfLastStep = checkpoint.epoch + (checkpoint.batchInEpoch > 0 ? 1 : 0);
    return {};
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
    Result<RunPlan> resume(const RunConfig& config, const std::filesystem::path& file, std::stop_token stop) override;
    Result<StepRecord> step(std::stop_token stop) override;
    Result<std::int64_t> change(const LiveSettings& settings) override;
    Result<Scores> validate(std::stop_token stop) override;
    Result<PreviewSet> inspect(std::stop_token stop) override;
    Result<Inspection> inspectPicture(const InspectionRequest& request) override;
    Result<void> saveCheckpoint(const std::vector<std::filesystem::path>& files, const RunProgress& progress) override;
    std::vector<SaveOutcome> takeSaved() override { return m_writer.takeOutcomes(); }
    std::vector<SaveOutcome> waitForSaved() override { return m_writer.waitForOutcomes(); }
    void release() override;

private:
    [[nodiscard]] Result<RunPlan> prepareRun(const RunConfig& config, const Checkpoint* checkpoint,
                                             const std::stop_token& stop);
    [[nodiscard]] RunPlan planOf(const Run& run, std::int64_t queueBytes, int threads) const;
    [[nodiscard]] static Result<StepRecord> takeStep(Run& run, const std::stop_token& stop);
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
    CheckpointWriter m_writer;
};

Result<RunPlan> TorchEngine::prepare(const RunConfig& config, std::stop_token stop)
{
    release();
    Result<RunPlan> plan =
        atBoundary({"preparing the run", smallerQueue}, [&] { return prepareRun(config, nullptr, stop); });
    if (!plan)
        release();
    return plan;
}

Result<RunPlan> TorchEngine::resume(const RunConfig& config, const std::filesystem::path& file, std::stop_token stop)
{
    release();
    Result<RunPlan> plan = atBoundary({"resuming from " + file.string(), smallerQueue}, [&]() -> Result<RunPlan> {
        const Result<Checkpoint> checkpoint = readCheckpoint(file);
        if (!checkpoint)
            return std::unexpected(checkpoint.error());
        return prepareRun(config, &*checkpoint, stop);
    });
    if (!plan)
        release();
    return plan;
}

Result<RunPlan> TorchEngine::prepareRun(const RunConfig& config, const Checkpoint* checkpoint,
                                        const std::stop_token& stop)
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

    const std::int64_t sampleNames = namesHash(*data);
    LoaderOptions options = loaderOptionsOf(config, (*model)->stride());
    options.onLongWait = waitObserver();
    if (checkpoint != nullptr) {
        if (const Result<void> fits = checkResumable(*checkpoint, config, *data, sampleNames); !fits)
            return std::unexpected(fits.error());
        options.startEpoch = checkpoint->epoch;
        options.startIndex = checkpoint->batchInEpoch;
        options.endEpoch = std::max(options.endEpoch, options.startEpoch + 1); // for the last epoch's validation
    }
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
    m_run->sampleNames = sampleNames;
    m_run->rate = LearningRate(config.training,
                               config.training.epochs * stepsPerEpoch(m_run->data.training->size(), config.training));
    if (checkpoint == nullptr)
        return planOf(*m_run, queueBytes, threads);

    if (const Result<void> restored = restore(*m_run, *checkpoint); !restored)
        return std::unexpected(restored.error());
    RunPlan plan = planOf(*m_run, queueBytes, threads);
    plan.start = startOf(*checkpoint);
    std::ranges::move(resumeNotes(*checkpoint, config, *m_run->data.training, sampleNames, m_run->rate),
                      std::back_inserter(plan.notes));
    return plan;
}

RunPlan TorchEngine::planOf(const Run& run, std::int64_t queueBytes, int threads) const
{
    RunPlan plan;
    plan.epochs = run.config.training.epochs;
    plan.stepsPerEpoch = stepsPerEpoch(run.data.training->size(), run.config.training);
    plan.trainingSamples = run.data.training->size();
    plan.validationSamples = run.data.validation ? run.data.validation->size() : 0;
    plan.parameters = parameterCount(*run.model);
    plan.queueBytes = queueBytes;
    const CacheUse kept = cacheUse(run.data);
    plan.cacheBytes = kept.bytes;
    plan.cachedSamples = kept.pictures;
    plan.pairs = run.data.pairs;
    plan.classes = run.data.classes;
    plan.device = "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    plan.threads = threads;
    plan.notes = run.data.notes;
    if (run.config.training.warmupSteps >= run.rate.total())
        plan.notes.push_back("The warm-up of " + std::to_string(run.config.training.warmupSteps) +
                             " steps takes the whole run of " + std::to_string(run.rate.total()) + " steps.");
    for (std::string& note : batchNotes(run.config.training, plan.trainingSamples))
        plan.notes.push_back(std::move(note));
    return plan;
}

Result<StepRecord> TorchEngine::step(std::stop_token stop)
{
    return withRun({"training step", smallerBatch}, [&](Run& run) { return takeStep(run, stop); });
}

Result<StepRecord> TorchEngine::takeStep(Run& run, const std::stop_token& stop)
{
    const Stopwatch watch;
    const std::int64_t left = run.loader->sampler().batchesPerEpoch() - run.next.index;
    const int batches = static_cast<int>(std::min<std::int64_t>(run.config.training.accumulate, left));
    StepRecord record;
    record.stepInEpoch = run.next.index / run.config.training.accumulate + 1;
    Position next;
    for (int taken = 0; taken < batches && !record.lastOfEpoch; ++taken) {
        const Result<Batch> batch = run.loader->nextTraining(stop);
        if (!batch) {
            run.trainStep.dropBatches();
            return std::unexpected(batch.error());
        }
        const BatchView& view = batch->view();
        tellSkips(view.skipped, run.toldSkips);
        record.epoch = view.epoch + 1;
        record.lastOfEpoch = view.lastOfEpoch;
        record.images += view.count;
        record.skipped += static_cast<int>(view.skipped.size());
        record.waitMs += view.waitMs;
        record.queueFill = taken == 0 ? view.queueFill : std::min(record.queueFill, view.queueFill);
        record.settingsVersion = view.settingsVersion;
        next = view.lastOfEpoch ? Position{view.epoch + 1, 0} : Position{view.epoch, view.index + 1};
        if (view.count > 0)
            run.trainStep.addBatch(imagesOf(view), labelsOf(view), batches);
    }
    record.step = run.step;
    bool isDone = true;
    if (record.images > 0) {
        const double rate = run.rate.at(run.step);
        const StepOutcome outcome = run.trainStep.update(rate);
        record.step = run.step + 1;
        record.loss = outcome.loss;
        record.learningRate = rate;
        record.gradientNorm = outcome.gradientNorm;
        isDone = outcome.isUpdated;
        if (isDone) {
            ++run.step;
            run.previews.clear();
            run.epochOfLastStep = record.epoch;
        }
    }
    if (isDone)
        run.next = next;
    record.stepMs = watch.milliseconds() - record.waitMs;
    return record;
}

Result<std::int64_t> TorchEngine::change(const LiveSettings& settings)
{
    return withRun({"changing settings", smallerQueue}, [&](Run& run) -> Result<std::int64_t> {
        Result<std::int64_t> version = run.loader->change(settings);
        if (version) {
            applyLiveSettings(run.config, settings); // what the next checkpoint says
            run.rate = LearningRate(run.config.training, run.rate.total());
        }
        return version;
    });
}

Result<Scores> TorchEngine::validate(std::stop_token stop)
{
    return withRun({"validating", smallerPictures}, [&](Run& run) -> Result<Scores> {
        if (!run.data.validation)
            return fail(ErrorCode::Internal, "there are no validation images");
        const WeightAverage::Scope scored(run.scoredAverage());
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
        const WeightAverage::Scope scored(run.scoredAverage());
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

Result<Inspection> TorchEngine::inspectPicture(const InspectionRequest& request)
{
    return withRun({"predicting " + request.pair.image.string(), smallerPictures}, [&](Run& run) -> Result<Inspection> {
        if (!run.data.openPicture)
            return fail(ErrorCode::Internal, "this run's data are no files", request.pair.image.string());
        const auto source = run.data.openPicture(request.pair);
        if (!source)
            return std::unexpected(source.error());
        const WeightAverage::Scope scored(run.scoredAverage());
        const Predictor predictor(run.model, run.data.classes.size(), run.config.speed.memoryFormat);
        Result<Inspection> inspection = predictor.inspect(**source, request);
        if (!inspection)
            return inspection;
        inspection->step = run.step;
        inspection->epoch = run.epochOfLastStep;
        inspection->classes = run.data.classes;
        return inspection;
    });
}

Result<void> TorchEngine::saveCheckpoint(const std::vector<std::filesystem::path>& files, const RunProgress& progress)
{
    return withRun({"copying the weights for " + files.front().string(), otherPrograms}, [&](Run& run) -> Result<void> {
        Checkpoint checkpoint;
        checkpoint.model = copyOf(stateDictOf(*run.model));
        if (run.trainStep.average() != nullptr)
            checkpoint.average = copyOf(run.trainStep.average()->state());
        checkpoint.optimizer = run.trainStep.optimizer().state();
        for (auto& [name, tensors] : checkpoint.optimizer.buffers)
            tensors = copyOf(tensors);
        checkpoint.step = run.step;
        checkpoint.totalSteps = run.rate.total();
        checkpoint.learningRate = run.rate.at(run.step);
        checkpoint.epoch = run.next.epoch;
        checkpoint.batchInEpoch = run.next.index;
        checkpoint.trainingSamples = run.data.training->size();
        checkpoint.sampleNames = run.sampleNames;
        checkpoint.progress = progress;
        checkpoint.config = run.config;
        checkpoint.classes = run.data.classes;
        checkpoint.computed = computeSetting();
        checkpoint.generator = generatorState();
        m_writer.submit(std::move(checkpoint), files);
        return {};
    });
}

void TorchEngine::release()
{
    m_writer.waitUntilWritten();
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

std::string_view torchVersion()
{
    return TORCH_VERSION;
}

} // namespace gapless
