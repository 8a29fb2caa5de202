// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/folder_lock.h"
#include "core/base/log.h"
#include "core/base/result.h"
#include "core/base/stopwatch.h"
#include "core/config/live_settings.h"
#include "core/config/run_config.h"
#include "core/types/epoch_record.h"
#include "core/types/inspection.h"
#include "core/types/run_plan.h"
#include "core/types/run_summary.h"
#include "core/types/start_point.h"
#include "core/types/step_record.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace gapless
{

/// The files of one run: config.json, metrics.jsonl (a line per step, epoch, boundary, inspection, change and start,
/// flushed at least each second while records come, and on flush()), log.txt, report.json, checkpoints/. Trainer
/// thread.
///
/// A folder may hold other files, but none of these: then it holds a run, and create() refuses it.
class RunFolder final
{
public:
    /// Makes the folder. Errors (Config, File): not writable, or it already holds a run.
    [[nodiscard]] static Result<std::unique_ptr<RunFolder>> create(const std::filesystem::path& folder,
                                                                   const RunConfig& config);

    /// Opens the folder of a run to go on with it. Errors (Config, File): no run is in it, somebody writes into it,
    /// or it cannot be written. Until continueFrom() only the log is written to.
    [[nodiscard]] static Result<std::unique_ptr<RunFolder>> reopen(const std::filesystem::path& folder);
    /// The run goes on from here: metrics of later steps, which will be done again, go, as do the old report and
    /// whatever a crash left half written; the configuration is written anew.
    /// A checkpoint other than "last" becomes that first; what was last and best is kept as last_before.pt and
    /// best_before.pt then (with a number where these are taken), and "best" becomes the best of the steps that are
    /// left. False when no file holds that any more: then there is no "best".
    [[nodiscard]] Result<bool> continueFrom(const std::filesystem::path& checkpoint, const StartPoint& start,
                                            const RunConfig& config);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::filesystem::path checkpoint(std::string_view name) const; ///< checkpoints/<name>.pt

    /// Write errors (full disk) are returned by the next flush(), which tries again each time; a run does not end
    /// because of a metrics line.
    void write(const RunPlan& plan);
    void write(const StepRecord& record);
    void write(const EpochRecord& record);
    void write(const BoundaryRecord& record);
    void write(const Inspection& inspection);
    /// Also into the configuration, which is to be that of the steps to come.
    void write(const SettingsChange& change);
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] Result<void> writeReport(const RunSummary& summary);
    /// Takes back what create() made, for a run that ended before its first step: the same folder can be used again.
    static void discard(std::unique_ptr<RunFolder> folder);

private:
    RunFolder() = default;
    [[nodiscard]] Result<void> fill(const RunConfig& config);
    [[nodiscard]] Result<void> openLog();
    [[nodiscard]] Result<bool> goBackTo(const std::filesystem::path& file, const StartPoint& start) const;
    [[nodiscard]] Result<void> setAside(const std::filesystem::path& file) const;
    [[nodiscard]] Result<void> openMetrics();
    void writeLine(const std::string& line);

    std::filesystem::path m_path;
    std::ofstream m_metrics;
    std::unique_ptr<LogFile> m_log;
    std::unique_ptr<FolderLock> m_lock; // of the checkpoints' folder
    RunConfig m_config;
    Stopwatch m_sinceFlush;
    ClassTable m_classes; // of the plan, to name the classes in the report
    bool m_madeFolder = false;
};

/// "epoch_0007": of the checkpoint that is kept of an epoch.
[[nodiscard]] std::string epochCheckpointName(std::int64_t epoch);

/// A run that ended without its last word, by a crash or a power cut, or that failed, and can be resumed.
struct UnfinishedRun
{
    std::filesystem::path folder;
    std::filesystem::path checkpoint;
    RunConfig config; ///< with this folder as its run folder
    bool hasFailed = false;
};

/// The one below `runs` that was saved last, a failed one only where no other run was saved since; nothing when there
/// is none, or all of them are being written into. Reads small files only. Any thread.
[[nodiscard]] std::optional<UnfinishedRun> newestUnfinishedRun(const std::filesystem::path& runs);

} // namespace gapless
