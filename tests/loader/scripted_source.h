// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

#include <QtGlobal>

#include "core/loader/prefetch_loader.h"

namespace gapless::test
{

/// Looks again until the condition holds; false after a limit that only a fault reaches.
inline bool eventually(const std::function<bool()>& condition)
{
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > limit)
            return false;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
    return true;
}

/// A thread of this process is blocked.
inline bool sleeps(pid_t thread)
{
    std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string line;
    std::getline(status, line);
    const std::size_t name = line.rfind(") ");
    return name != std::string::npos && line[name + 2] == 'S';
}

/// What the fake source writes for a key: enough to tell any two apart.
inline float contentOf(const SampleKey& key)
{
    return static_cast<float>(key.seed * 100'000 + static_cast<std::uint64_t>(key.epoch * 1'000 + key.sample));
}

/// A source without files. It records every sample begun; a test may make it block on conditions, fail or throw.
class ScriptedSource final : public SampleSource
{
public:
    using Script = std::function<std::optional<Error>(const SampleKey&)>;

    explicit ScriptedSource(std::int64_t samples, ImageSize size = {4, 4})
        : m_samples(samples)
        , m_size(size)
    {
    }

    /// Before the loader is made. Runs on the worker's thread in place of the reading.
    void setScript(Script script) { m_script = std::move(script); }
    /// Before the loader is made: sizes by sample.
    void setSizes(std::vector<ImageSize> sizes) { m_sizes = std::move(sizes); }
    /// Before the loader is made.
    void setChannels(int channels) { m_channels = channels; }
    /// Before the loader is made: with it, nothing is recorded, so that nothing is allocated.
    void setSilent() { m_silent = true; }

    [[nodiscard]] std::int64_t size() const override { return m_samples; }
    [[nodiscard]] std::string name(std::int64_t sample) const override
    {
        return "picture" + std::to_string(sample) + ".png";
    }
    [[nodiscard]] ImageSize sampleSize(std::int64_t sample) const override
    {
        return m_sizes.empty() ? m_size : m_sizes[static_cast<std::size_t>(sample)];
    }
    [[nodiscard]] Normalisation normalisation() const override { return normalisationOf(m_channels); }

    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        if (!m_silent) {
            const std::scoped_lock lock(m_mutex);
            m_begun.push_back(key);
        }
        if (m_script) {
            if (std::optional<Error> error = m_script(key))
                return std::unexpected(*error);
        }
        const std::int64_t pixels = std::int64_t{target.size.height} * target.size.width;
        std::fill_n(target.image, m_channels * pixels, contentOf(key));
        std::fill_n(target.labels, pixels, key.sample);
        return StageTimes{1, 2, 3, 4};
    }

    [[nodiscard]] std::vector<SampleKey> begun() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_begun;
    }
    [[nodiscard]] std::int64_t begunOfEpoch(std::int64_t epoch) const
    {
        const std::vector<SampleKey> keys = begun();
        return std::ranges::count(keys, epoch, &SampleKey::epoch);
    }

private:
    std::int64_t m_samples;
    int m_channels = 3;
    ImageSize m_size;
    std::vector<ImageSize> m_sizes;
    Script m_script;
    bool m_silent = false;
    mutable std::mutex m_mutex;
    mutable std::vector<SampleKey> m_begun; // guarded by m_mutex
};

/// Stops callers of pass() until the test lets them go: all at once, or a number of them.
class Gate final
{
public:
    void pass()
    {
        std::unique_lock lock(m_mutex);
        ++m_waiting;
        m_changed.wait(lock, [this] { return m_permits > 0; });
        --m_permits;
        --m_waiting;
    }
    void permit(int callers = 1)
    {
        const std::scoped_lock lock(m_mutex);
        m_permits += callers;
        m_changed.notify_all();
    }
    void open() { permit(1'000'000'000); }
    [[nodiscard]] int waiting() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_waiting;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_permits = 0; // guarded by m_mutex
    int m_waiting = 0; // guarded by m_mutex
};

/// A source whose samples all pass the gate before they are made.
inline std::shared_ptr<ScriptedSource> gatedSource(std::int64_t samples, const std::shared_ptr<Gate>& gate)
{
    auto source = std::make_shared<ScriptedSource>(samples);
    source->setScript([gate](const SampleKey&) {
        gate->pass();
        return std::optional<Error>();
    });
    return source;
}

/// Holds every caller of pass() and lets them go one by one in an order of its own.
class Shuffler final
{
public:
    explicit Shuffler(unsigned seed)
        : m_random(seed)
    {
    }

    void pass(std::int64_t ticket)
    {
        std::unique_lock lock(m_mutex);
        m_held.push_back(ticket);
        m_changed.wait(lock, [&] { return m_open || std::ranges::find(m_held, ticket) == m_held.end(); });
    }
    void releaseOne()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_held.empty())
            return;
        m_held.erase(m_held.begin() + static_cast<std::ptrdiff_t>(m_random() % m_held.size()));
        m_changed.notify_all();
    }
    void open()
    {
        const std::scoped_lock lock(m_mutex);
        m_open = true;
        m_changed.notify_all();
    }
    [[nodiscard]] int held() const
    {
        const std::scoped_lock lock(m_mutex);
        return static_cast<int>(m_held.size());
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::mt19937 m_random;
    std::vector<std::int64_t> m_held; // guarded by m_mutex
    bool m_open = false;              // guarded by m_mutex
};

inline LoaderOptions smallOptions(int batchSize, int workers, int prefetchDepth)
{
    LoaderOptions options;
    options.batchSize = batchSize;
    options.crop = {4, 4};
    options.seed = 7;
    options.workers = workers;
    options.prefetchDepth = prefetchDepth;
    options.validationStride = 2;
    options.lowPriority = false;
    return options;
}

/// The loader of options that must be accepted.
inline std::unique_ptr<PrefetchLoader> makeLoader(const std::shared_ptr<const SampleSource>& training,
                                                  const std::shared_ptr<const SampleSource>& validation,
                                                  const LoaderOptions& options)
{
    auto loader = PrefetchLoader::create(training, validation, options);
    if (!loader)
        qFatal("%s", loader.error().text().c_str());
    return *std::move(loader);
}

/// All workers wait for room: whatever may be begun has been begun and finished.
inline bool comesToRest(const PrefetchLoader& loader)
{
    return eventually([&] { return loader.status().idleWorkers == loader.status().workers; });
}

} // namespace gapless::test
