// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <stop_token>
#include <thread>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

namespace
{

using Random = std::mt19937;

int drawn(Random& random, int low, int high)
{
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

/// Holds every thread that passes, and lets them go one by one in an order drawn from the seed.
class Scheduler final
{
public:
    explicit Scheduler(unsigned seed)
        : m_random(seed)
    {
    }

    void pass()
    {
        std::unique_lock lock(m_mutex);
        const int ticket = m_nextTicket++;
        m_held.push_back(ticket);
        m_came.notify_one();
        m_released.wait(lock, [&] { return std::ranges::find(m_held, ticket) == m_held.end(); });
    }
    /// Waits for somebody and lets one go. False when nobody comes for a minute.
    bool releaseOne(const std::atomic<bool>& done)
    {
        std::unique_lock lock(m_mutex);
        const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (m_held.empty()) {
            if (done)
                return true;
            if (std::chrono::steady_clock::now() > limit)
                return false;
            m_came.wait_for(lock, std::chrono::milliseconds(1));
        }
        m_held.erase(m_held.begin() + static_cast<std::ptrdiff_t>(m_random() % m_held.size()));
        m_released.notify_all();
        return true;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_came;
    std::condition_variable m_released;
    Random m_random;
    std::vector<int> m_held; // guarded by m_mutex
    int m_nextTicket = 0;    // guarded by m_mutex
};

struct Faults
{
    unsigned percent = 0;
    bool areSomeOurs = false; ///< Internal: no fault of the sample
};

/// Which samples fail, and how: a pure function of the key.
std::optional<Error> faultOf(const SampleKey& key, const Faults& faults)
{
    const auto mixed = static_cast<unsigned>(key.epoch * 7919 + key.sample * 104'729 + 13) * 2'654'435'761U;
    if ((mixed >> 8U) % 100 >= faults.percent)
        return {};
    const bool isOurs = faults.areSomeOurs && (mixed >> 4U) % 16 == 0;
    return Error{isOurs ? ErrorCode::Internal : ErrorCode::Data, "fault " + std::to_string(key.sample), "file", {}};
}

/// What the trainer has to get, worked out from the plan alone.
class Model final
{
public:
    struct Outcome
    {
        std::optional<ErrorCode> error;
        std::string word; ///< that the error's message has
        std::int64_t epoch = 0;
        std::int64_t index = 0;
        bool last = false;
        std::vector<std::int64_t> samples;
        std::vector<std::int64_t> skipped;
    };

    Model(const LoaderOptions& options, EpochSampler sampler, std::int64_t pictures, Faults faults)
        : m_options(options)
        , m_sampler(sampler)
        , m_pictures(pictures)
        , m_faults(faults)
        , m_epoch(options.startEpoch)
        , m_index(options.startIndex)
        , m_delivered(options.startEpoch)
        , m_passEpoch(options.startEpoch)
    {
        m_training.isAnythingLeft = options.startIndex > 0;
    }

    /// The call has come back with something.
    Outcome training()
    {
        for (;;) {
            if (m_epoch == m_options.endEpoch)
                return {ErrorCode::Internal, "epochs", 0, 0, false, {}, {}};
            const BatchPlan plan = m_sampler.plan(m_epoch, m_index);
            m_epoch += plan.lastOfEpoch ? 1 : 0;
            m_index = plan.lastOfEpoch ? 0 : m_index + 1;
            const auto outcome = outcomeOf(plan, m_options.minimumBatch, m_training);
            if (!outcome)
                continue;
            m_delivered = plan.epoch;
            if (m_picture != 0 || m_passEpoch < plan.epoch)
                beginPass(plan.epoch);
            return *outcome;
        }
    }
    /// Also where the call is then stopped.
    void askValidation()
    {
        if (m_passEpoch != m_delivered)
            beginPass(m_delivered);
    }
    Outcome validation()
    {
        if (m_pictures == 0)
            return {ErrorCode::Internal, "there are none", 0, 0, false, {}, {}};
        askValidation();
        for (;;) {
            const BatchPlan plan{m_passEpoch, m_picture, m_picture + 1 == m_pictures, {m_picture}};
            m_passEpoch += plan.lastOfEpoch ? 1 : 0;
            m_picture = plan.lastOfEpoch ? 0 : m_picture + 1;
            if (const auto outcome = outcomeOf(plan, 1, m_validation))
                return *outcome;
        }
    }

private:
    struct Kept
    {
        std::vector<std::int64_t> skipped;
        std::int64_t failed = 0;
        bool isAnythingLeft = false;
    };

    void beginPass(std::int64_t epoch)
    {
        m_passEpoch = epoch;
        m_picture = 0;
        m_validation = {};
    }
    /// Nothing where the batch is passed over.
    std::optional<Outcome> outcomeOf(const BatchPlan& plan, int least, Kept& kept) const
    {
        const bool skips = m_options.onBadSample == BadSampleRule::Skip;
        Outcome outcome{{}, {}, plan.epoch, plan.index, plan.lastOfEpoch, {}, {}};
        std::vector<std::int64_t> out;
        for (const std::int64_t sample : plan.samples) {
            const auto fault = faultOf({m_options.seed, plan.epoch, sample}, m_faults);
            if (fault && (!skips || fault->code == ErrorCode::Internal)) {
                outcome.error = fault->code;
                outcome.word = fault->message;
                break;
            }
            (fault ? out : outcome.samples).push_back(sample);
        }
        if (outcome.error) {
            kept.isAnythingLeft = !plan.lastOfEpoch;
            kept.failed = 0;
            return outcome;
        }
        const auto left = static_cast<int>(outcome.samples.size());
        if (left < least && static_cast<int>(plan.samples.size()) >= least)
            outcome.samples.clear();
        kept.skipped.insert(kept.skipped.end(), out.begin(), out.end());
        kept.failed += static_cast<std::int64_t>(out.size());
        kept.isAnythingLeft = kept.isAnythingLeft || !outcome.samples.empty();
        if (outcome.samples.empty() && !plan.lastOfEpoch)
            return {};
        outcome.skipped = std::exchange(kept.skipped, {});
        if (!plan.lastOfEpoch)
            return outcome;
        const std::int64_t failed = std::exchange(kept.failed, 0);
        if (!std::exchange(kept.isAnythingLeft, false)) {
            outcome.error = ErrorCode::Data;
            outcome.word = std::to_string(failed) + (failed == 1 ? " sample could" : " samples could");
        }
        return outcome;
    }

    const LoaderOptions m_options;
    const EpochSampler m_sampler;
    const std::int64_t m_pictures;
    const Faults m_faults;
    std::int64_t m_epoch;
    std::int64_t m_index;
    std::int64_t m_delivered;
    std::int64_t m_passEpoch;
    std::int64_t m_picture = 0;
    Kept m_training;
    Kept m_validation;
};

/// One run: options, faults, the trainer's calls and the order of everything are drawn from the seed.
class Game final
{
public:
    explicit Game(unsigned seed)
        : m_random(seed)
        , m_scheduler(std::make_shared<Scheduler>(seed + 1))
    {
        m_options = smallOptions(drawn(m_random, 1, 4), drawn(m_random, 1, 4), drawn(m_random, 1, 4));
        m_options.crossEpoch = m_random() % 3 != 0;
        m_options.lastBatch = m_random() % 2 == 0 ? LastBatch::Keep : LastBatch::Drop;
        m_options.onBadSample = m_random() % 3 == 0 ? BadSampleRule::Stop : BadSampleRule::Skip;
        m_options.minimumBatch = drawn(m_random, 1, 2);
        m_options.endEpoch = m_random() % 2 == 0 ? -1 : drawn(m_random, 1, 4);
        constexpr unsigned rates[] = {0, 10, 50, 100};
        m_faults = {rates[m_random() % 4], m_random() % 2 == 0};
        m_training = makeSource(drawn(m_random, 1, 9));
        m_validation = makeSource(drawn(m_random, 0, 4));
        m_calls = drawn(m_random, 1, 25);
        m_stopAfter = drawn(m_random, 0, 120);
    }

    /// Empty where everything went as it has to.
    std::string play()
    {
        const std::weak_ptr<ScriptedSource> training = m_training;
        const std::weak_ptr<ScriptedSource> validation = m_validation;
        std::atomic<bool> done = false;
        std::string fault;
        std::jthread trainer([&] {
            fault = train();
            done = true;
        });
        for (int released = 0; !done; ++released) {
            for (std::size_t time = 0; time < m_stops.size(); ++time)
                if (released == m_stopAfter * static_cast<int>(time + 1))
                    m_stops[time].request_stop();
            if (!m_scheduler->releaseOne(done))
                qFatal("nobody moves any more"); // a join would never end
        }
        trainer.join();
        m_training.reset();
        m_validation.reset();
        const auto haveAllLeft = [&] { return training.expired() && validation.expired(); };
        if (fault.empty() && !eventually(haveAllLeft))
            fault = "a worker has stayed";
        return fault;
    }

private:
    std::shared_ptr<ScriptedSource> makeSource(std::int64_t samples) const
    {
        auto source = std::make_shared<ScriptedSource>(samples);
        source->setSilent();
        source->setScript([scheduler = m_scheduler, faults = m_faults](const SampleKey& key) {
            scheduler->pass();
            auto fault = faultOf(key, faults);
            if (key.sample % 3 == 0)
                scheduler->pass();
            return fault;
        });
        return source;
    }

    std::string train()
    {
        auto created = PrefetchLoader::create(m_training, m_validation, m_options);
        if (!created)
            return "refused: " + created.error().text();
        std::unique_ptr<PrefetchLoader> loader = *std::move(created);
        Model model(m_options, loader->sampler(), m_validation->size(), m_faults);
        Batch training;
        Batch validation;
        std::int64_t version = 0;
        std::int64_t seenVersion = 0;
        std::size_t stops = 0; // a stopped call may be asked again
        for (int call = 0; call < m_calls && stops < m_stops.size(); ++call) {
            const std::stop_token stop = m_stops[stops].get_token();
            m_scheduler->pass();
            const auto what = m_random() % 10;
            if (what == 0) {
                const auto changed = loader->change({drawn(m_random, 1, 5), drawn(m_random, 1, 6), m_random() % 2 == 0,
                                                     m_random() % 2 == 0 ? Augmentation::None : Augmentation::Basic});
                if (!changed || *changed != ++version)
                    return "change() failed";
                continue;
            }
            if (what == 1)
                (m_random() % 2 == 0 ? training : validation).reset();
            const bool isTraining = what < 7;
            Batch& held = isTraining ? training : validation;
            auto next = isTraining ? loader->nextTraining(stop) : loader->nextValidation(stop);
            if (!next && next.error().code == ErrorCode::Cancelled) {
                if (!stop.stop_requested())
                    return "cancelled by nobody";
                if (!isTraining)
                    model.askValidation();
                ++stops;
                continue;
            }
            const Model::Outcome expected = isTraining ? model.training() : model.validation();
            if (std::string fault = compare(next, expected); !fault.empty())
                return (isTraining ? "training, call " : "validation, call ") + std::to_string(call) + ": " + fault;
            if (!next)
                continue;
            if (isTraining && next->view().settingsVersion < std::exchange(seenVersion, next->view().settingsVersion))
                return "the settings went back";
            if (seenVersion > version)
                return "settings before their time";
            held = *std::move(next);
        }
        training.reset();
        validation.reset();
        loader.reset(); // workers are held anywhere at this moment
        return {};
    }

    [[nodiscard]] std::string compare(const Result<Batch>& batch, const Model::Outcome& expected) const
    {
        if (!batch) {
            if (!expected.error)
                return "unexpected error: " + batch.error().text();
            if (batch.error().code != *expected.error || !batch.error().message.contains(expected.word))
                return "wrong error: " + batch.error().text() + " instead of " + expected.word;
            return {};
        }
        if (expected.error)
            return "an error was expected: " + expected.word;
        const BatchView& view = batch->view();
        if (view.epoch != expected.epoch || view.index != expected.index || view.lastOfEpoch != expected.last)
            return "batch " + std::to_string(view.epoch) + "/" + std::to_string(view.index) + " instead of " +
                   std::to_string(expected.epoch) + "/" + std::to_string(expected.index);
        if (!std::ranges::equal(view.samples, expected.samples))
            return "wrong samples";
        std::vector<std::int64_t> skipped;
        for (const SkippedSample& one : view.skipped)
            skipped.push_back(one.sample);
        // Of a batch that a fault of ours has ended, some samples may have been skipped before it.
        if (m_faults.areSomeOurs ? !std::ranges::includes(sorted(skipped), sorted(expected.skipped))
                                 : skipped != expected.skipped)
            return "wrong samples skipped";
        const std::int64_t pixels = std::int64_t{view.size.height} * view.size.width;
        for (std::size_t n = 0; n < expected.samples.size(); ++n) {
            const float content = contentOf({m_options.seed, view.epoch, expected.samples[n]});
            const float* image = view.images + 3 * pixels * static_cast<std::int64_t>(n);
            if (std::count(image, image + 3 * pixels, content) != 3 * pixels)
                return "wrong pixels";
        }
        return {};
    }
    static std::vector<std::int64_t> sorted(std::vector<std::int64_t> values)
    {
        std::ranges::sort(values);
        return values;
    }

    Random m_random;
    std::shared_ptr<Scheduler> m_scheduler;
    LoaderOptions m_options;
    Faults m_faults;
    std::shared_ptr<ScriptedSource> m_training;
    std::shared_ptr<ScriptedSource> m_validation;
    int m_calls = 0;
    int m_stopAfter = 0;
    std::array<std::stop_source, 3> m_stops;
};

} // namespace

/// Any call at any moment, under an order of events drawn from a seed.
class TstLoaderFuzz final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyOrderOfEventsGivesWhatThePlanSays();
};

void TstLoaderFuzz::anyOrderOfEventsGivesWhatThePlanSays()
{
    for (unsigned seed = 0; seed < 600; ++seed) {
        const std::string fault = Game(seed).play();
        QVERIFY2(fault.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(fault))));
    }
    QVERIFY(eventually([] { return abandonedReaderCount() == 0; }));
}

GAPLESS_TEST(TstLoaderFuzz, "loader_fuzz")
#include "tst_loader_fuzz.moc"
