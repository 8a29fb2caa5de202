// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/checkpoint_writer.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "core/base/atomic_file.h"

namespace gapless
{

namespace
{

/// That wait while another is being written; each holds a copy of the weights and the moments.
constexpr std::size_t mostWaiting = 3;

/// The top of the writer thread, for exceptions of torch and std.
Result<void> writeSafely(const std::filesystem::path& file, const Checkpoint& checkpoint)
{
    try {
        return writeCheckpoint(file, checkpoint);
    } catch (const std::exception& error) {
        return fail(ErrorCode::File, std::string("the checkpoint cannot be written: ") + error.what(), file.string());
    }
}

} // namespace

CheckpointWriter::CheckpointWriter()
    : m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

CheckpointWriter::~CheckpointWriter()
{
    m_thread.request_stop(); // the thread empties the queue first
    m_thread.join();
}

void CheckpointWriter::submit(Checkpoint checkpoint, std::vector<std::filesystem::path> files)
{
    {
        std::unique_lock lock(m_mutex);
        const auto isReplaced = [&files](const Job& job) {
            return std::ranges::all_of(job.files, [&files](const std::filesystem::path& file) {
                return std::ranges::find(files, file) != files.end();
            });
        };
        std::erase_if(m_jobs, isReplaced);
        m_changed.wait(lock, [this] { return m_jobs.size() < mostWaiting; });
        m_jobs.push_back({std::move(checkpoint), std::move(files)});
    }
    m_changed.notify_all();
}

std::vector<SaveOutcome> CheckpointWriter::takeOutcomes()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_outcomes, {});
}

void CheckpointWriter::waitUntilWritten()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_jobs.empty() && !m_isWriting; });
}

std::vector<SaveOutcome> CheckpointWriter::waitForOutcomes()
{
    waitUntilWritten();
    return takeOutcomes();
}

void CheckpointWriter::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_jobs.empty(); })) {
        Job job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_isWriting = true;
        lock.unlock();
        std::vector<SaveOutcome> outcomes;
        write(job, outcomes);
        job = {}; // gives the memory back before anybody is told
        lock.lock();
        m_isWriting = false;
        std::ranges::move(outcomes, std::back_inserter(m_outcomes));
        m_changed.notify_all();
    }
}

void CheckpointWriter::write(const Job& job, std::vector<SaveOutcome>& outcomes)
{
    for (const std::filesystem::path& file : job.files) {
        const Result<void> written = &file == &job.files.front() ? writeSafely(file, job.checkpoint)
                                                                 : linkFileAtomically(job.files.front(), file);
        outcomes.push_back({file, job.checkpoint.progress, written ? std::nullopt : std::optional(written.error())});
        if (!written)
            return;
    }
}

} // namespace gapless
