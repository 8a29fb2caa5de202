// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/checkpoint.h"
#include "core/types/save_outcome.h"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace gapless
{

/// The writer thread: writes checkpoints while the training goes on. One thread submits and takes outcomes.
class CheckpointWriter final
{
public:
    CheckpointWriter();
    /// Everything submitted is written first.
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    /// Writes the first of `files` and gives the content the other names too. Nobody may change the tensors afterwards.
    /// A job that has not been begun yet is dropped when this one replaces all of its files: on a slow disk the newest
    /// state counts, and no more than one for each name is held in memory. Dropped ones have no outcome.
    /// Waits while three that have to be written are waiting, as those kept every N epochs may on a slow disk.
    void submit(Checkpoint checkpoint, std::vector<std::filesystem::path> files);

    /// Outcomes since the last call, in order.
    [[nodiscard]] std::vector<SaveOutcome> takeOutcomes();
    /// Their outcomes are kept.
    void waitUntilWritten();
    /// The same as takeOutcomes(), once everything submitted is written.
    [[nodiscard]] std::vector<SaveOutcome> waitForOutcomes();

private:
    struct Job
    {
        Checkpoint checkpoint;
        std::vector<std::filesystem::path> files;
    };

    void work(const std::stop_token& stop);
    static void write(const Job& job, std::vector<SaveOutcome>& outcomes);

    std::mutex m_mutex; // guards everything below but the thread
    std::condition_variable_any m_changed;
    std::deque<Job> m_jobs;
    bool m_isWriting = false;
    std::vector<SaveOutcome> m_outcomes;
    std::jthread m_thread; // last: ends before what it uses
};

} // namespace gapless
