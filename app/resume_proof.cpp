// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/resume_proof.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "app/composition.h"

namespace gapless
{

namespace
{

namespace fs = std::filesystem;

constexpr std::int64_t fewestSteps = 2; // one on each side of the stop
constexpr std::int64_t enoughSteps = 6;

/// One engine that takes steps and saves what it has come to.
class Walker final
{
public:
    Walker(const RunConfig& config, const std::stop_token& stop, std::function<void()> onStep)
        : m_config(config)
        , m_stop(stop)
        , m_onStep(std::move(onStep))
    {
    }

    /// From `checkpoint` to `target`; the losses go to the end of `losses`. 0 steps become 6, or as many as are left.
    [[nodiscard]] Result<RunPlan> walk(const fs::path& checkpoint, std::int64_t& steps, const fs::path& target,
                                       std::vector<double>& losses)
    {
        Result<RunPlan> plan = m_engine->resume(m_config, checkpoint, m_stop);
        if (!plan)
            return plan;
        const std::int64_t left = plan->epochs * plan->stepsPerEpoch - plan->start.step;
        if (steps == 0)
            steps = std::clamp(left, fewestSteps, enoughSteps);
        if (steps > left)
            return fail(ErrorCode::Config,
                        "only " + std::to_string(left) + " of the " + std::to_string(steps) + " steps are left",
                        checkpoint.string(), "prove fewer steps, or give more epochs with --epochs");
        for (std::int64_t step = 0; step < steps; ++step) {
            if (m_stop.stop_requested())
                return fail(ErrorCode::Cancelled, "stopped");
            const Result<StepRecord> record = m_engine->step(m_stop);
            if (!record)
                return std::unexpected(record.error());
            losses.push_back(record->loss);
            m_onStep();
        }
        // The session's part of the state is none of the engine's business: the same for both walks.
        if (const Result<void> saved = m_engine->saveCheckpoint({target}, {}); !saved)
            return std::unexpected(saved.error());
        for (const SaveOutcome& outcome : m_engine->waitForSaved())
            if (outcome.error)
                return std::unexpected(*outcome.error);
        m_engine->release();
        return plan;
    }

private:
    const RunConfig& m_config;
    const std::stop_token& m_stop;
    std::function<void()> m_onStep;
    std::unique_ptr<TrainingEngine> m_engine = makeEngine();
};

bool areEqual(const fs::path& a, const fs::path& b)
{
    std::ifstream first(a, std::ios::binary);
    std::ifstream second(b, std::ios::binary);
    using Bytes = std::istreambuf_iterator<char>;
    return first && second && std::equal(Bytes(first), Bytes(), Bytes(second), Bytes());
}

} // namespace

Result<ResumeProof> proveResume(const RunOrder& order, std::int64_t steps, const fs::path& scratch,
                                const std::stop_token& stop,
                                const std::function<void(std::int64_t done, std::int64_t all)>& progress)
{
    std::int64_t done = 0;
    Walker walker(order.config, stop, [&] { progress(++done, 2 * steps); });
    ResumeProof proof;
    const Result<RunPlan> straight = walker.walk(order.checkpoint, steps, scratch / "unbroken.pt", proof.unbroken);
    if (!straight)
        return std::unexpected(straight.error());
    proof.firstStep = straight->start.step + 1;

    std::int64_t before = steps / 2;
    std::int64_t after = steps - before;
    const fs::path middle = scratch / "stopped.pt";
    if (const auto stopped = walker.walk(order.checkpoint, before, middle, proof.resumed); !stopped)
        return std::unexpected(stopped.error());
    if (const auto resumed = walker.walk(middle, after, scratch / "resumed.pt", proof.resumed); !resumed)
        return std::unexpected(resumed.error());
    proof.areFilesEqual = areEqual(scratch / "unbroken.pt", scratch / "resumed.pt");
    return proof;
}

} // namespace gapless
