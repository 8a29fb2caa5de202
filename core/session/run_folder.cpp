// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_folder.h"

#include <system_error>

#include "core/base/atomic_file.h"
#include "core/config/config_json.h"
#include "core/session/run_json.h"

namespace gapless
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* configName = "config.json";
constexpr const char* metricsName = "metrics.jsonl";
constexpr const char* logName = "log.txt";
constexpr const char* reportName = "report.json";
constexpr const char* checkpointsName = "checkpoints";
constexpr double secondsBetweenFlushes = 1.0;

Result<void> refuseOtherRun(const fs::path& folder)
{
    for (const char* name : {configName, metricsName, logName, reportName, checkpointsName}) {
        std::error_code error;
        if (fs::exists(folder / name, error))
            return fail(ErrorCode::Config, std::string("the folder already holds a run (") + name + ")",
                        folder.string(),
                        "choose another run folder, go on with this run (gapless-cli resume), or move it away");
    }
    return {};
}

/// The lines of metrics.jsonl that the run has not gone back behind.
std::string metricsUpTo(const fs::path& file, const StartPoint& start)
{
    std::ifstream stream(file, std::ios::binary);
    std::string kept;
    for (std::string line; std::getline(stream, line);)
        if (!stream.eof() && !isBehind(line, start)) // the last line may have been cut short
            kept += line + "\n";
    return kept;
}

std::unexpected<Error> notMade(const fs::path& folder, const std::error_code& error)
{
    return fail(ErrorCode::File, "the run folder cannot be made: " + error.message(), folder.string(),
                "choose a folder that can be written");
}

} // namespace

Result<std::unique_ptr<RunFolder>> RunFolder::create(const fs::path& folder, const RunConfig& config)
{
    std::error_code error;
    std::unique_ptr<RunFolder> run(new RunFolder);
    run->m_path = fs::absolute(folder, error).lexically_normal();
    if (error)
        return notMade(folder, error);
    run->m_madeFolder = fs::create_directories(run->m_path, error);
    if (error)
        return notMade(run->m_path, error);
    if (auto free = refuseOtherRun(run->m_path); !free)
        return std::unexpected(free.error());
    // Making a folder is atomic, so of two programs that start in the same place at once only one goes on.
    const bool isOurs = fs::create_directory(run->m_path / checkpointsName, error);
    if (error)
        return notMade(run->m_path, error);
    if (!isOurs)
        return fail(ErrorCode::Config, "another run has just started in this folder", run->m_path.string(),
                    "choose another run folder");

    run->m_lock = FolderLock::take(run->m_path / checkpointsName);
    auto filled = run->fill(config);
    if (!filled) {
        discard(std::move(run));
        return std::unexpected(filled.error());
    }
    return run;
}

Result<void> RunFolder::fill(const RunConfig& config)
{
    m_config = config;
    if (auto written = writeFileAtomically(m_path / configName, configToJson(config)); !written)
        return written;
    if (auto opened = openMetrics(); !opened)
        return opened;
    return openLog();
}

Result<void> RunFolder::openMetrics()
{
    m_metrics.open(m_path / metricsName, std::ios::binary | std::ios::app);
    if (!m_metrics)
        return fail(ErrorCode::File, "the metrics cannot be written", (m_path / metricsName).string(),
                    "choose a folder that can be written");
    return {};
}

Result<void> RunFolder::openLog()
{
    auto log = LogFile::open(m_path / logName);
    if (!log)
        return std::unexpected(log.error());
    m_log = std::move(*log);
    return {};
}

Result<std::unique_ptr<RunFolder>> RunFolder::reopen(const fs::path& folder)
{
    std::error_code error;
    std::unique_ptr<RunFolder> run(new RunFolder);
    run->m_path = fs::absolute(folder, error).lexically_normal();
    if (!fs::is_directory(run->m_path / checkpointsName, error))
        return fail(ErrorCode::Config, "no run lies in this folder", run->m_path.string(),
                    "give the folder that a run was written into, with its checkpoints");
    run->m_lock = FolderLock::take(run->m_path / checkpointsName);
    if (run->m_lock == nullptr)
        return fail(ErrorCode::Config, "another program is writing into this run", run->m_path.string(),
                    "stop that one first");
    if (auto opened = run->openLog(); !opened)
        return std::unexpected(opened.error());
    return run;
}

Result<void> RunFolder::goBackTo(const fs::path& file) const
{
    const fs::path last = checkpoint("last");
    std::error_code error;
    if (fs::equivalent(file, last, error))
        return {};
    for (const char* name : {"last", "best"}) {
        const fs::path before = checkpoint(std::string(name) + "_before");
        if (!fs::exists(checkpoint(name), error) || fs::equivalent(file, before, error))
            continue;
        if (auto kept = linkFileAtomically(checkpoint(name), before); !kept)
            return kept;
    }
    logLine(LogLevel::Info, "going back to " + file.filename().string() +
                                "; what was last and best is kept as last_before.pt and best_before.pt");
    return linkFileAtomically(file, last);
}

Result<void> RunFolder::continueFrom(const fs::path& checkpoint, const StartPoint& start, const RunConfig& config)
{
    if (auto gone = goBackTo(checkpoint); !gone)
        return gone;
    m_config = config;
    std::error_code ignored;
    fs::remove(m_path / reportName, ignored);
    removeTemporaryFiles(m_path);
    removeTemporaryFiles(m_path / checkpointsName);
    const std::string kept = metricsUpTo(m_path / metricsName, start);
    if (auto written = writeFileAtomically(m_path / metricsName, kept); !written)
        return written;
    if (auto written = writeFileAtomically(m_path / configName, configToJson(config)); !written)
        return written;
    return openMetrics();
}

fs::path RunFolder::checkpoint(std::string_view name) const
{
    return m_path / checkpointsName / (std::string(name) + ".pt");
}

void RunFolder::write(const RunPlan& plan)
{
    m_classes = plan.classes;
    writeLine(toJsonLine(plan));
}

void RunFolder::write(const StepRecord& record)
{
    writeLine(toJsonLine(record));
}

void RunFolder::write(const EpochRecord& record)
{
    writeLine(toJsonLine(record));
}

void RunFolder::write(const BoundaryRecord& record)
{
    writeLine(toJsonLine(record));
}

void RunFolder::write(const Inspection& inspection)
{
    writeLine(toJsonLine(inspection));
}

void RunFolder::write(const SettingsChange& change)
{
    writeLine(toJsonLine(change));
    applyLiveSettings(m_config, change.settings);
    if (auto written = writeFileAtomically(m_path / configName, configToJson(m_config)); !written)
        logLine(LogLevel::Warning, written.error().text());
}

void RunFolder::writeLine(const std::string& line)
{
    m_metrics << line << '\n';
    if (m_sinceFlush.seconds() >= secondsBetweenFlushes) {
        m_metrics.flush();
        m_sinceFlush.restart();
    }
}

Result<void> RunFolder::flush()
{
    m_metrics.flush();
    m_sinceFlush.restart();
    if (m_metrics)
        return {};
    // What is buffered stays so: it is written once there is space again.
    m_metrics.clear();
    return fail(ErrorCode::File, "the metrics cannot be written", (m_path / metricsName).string(),
                "check free space of the disk");
}

Result<void> RunFolder::writeReport(const RunSummary& summary)
{
    return writeFileAtomically(m_path / reportName, summaryToJson(summary, m_classes) + "\n");
}

void RunFolder::discard(std::unique_ptr<RunFolder> folder)
{
    const fs::path path = folder->m_path;
    const bool madeFolder = folder->m_madeFolder;
    folder.reset();
    std::error_code ignored;
    for (const char* name : {configName, metricsName, logName})
        fs::remove(path / name, ignored);
    // Not remove_all: whatever somebody else has put there stays.
    fs::remove(path / checkpointsName, ignored);
    if (madeFolder)
        fs::remove(path, ignored);
}

std::optional<UnfinishedRun> newestUnfinishedRun(const fs::path& runs)
{
    std::error_code error;
    std::optional<UnfinishedRun> newest;
    fs::file_time_type newestTime;
    for (const auto& entry : fs::directory_iterator(runs, error)) {
        const fs::path checkpoint = entry.path() / checkpointsName / "last.pt";
        const fs::file_time_type time = fs::last_write_time(checkpoint, error);
        if (error || fs::exists(entry.path() / reportName, error) || (newest && time <= newestTime))
            continue;
        Result<RunConfig> config = readConfigFile(entry.path() / configName);
        if (!config || FolderLock::isTaken(entry.path() / checkpointsName))
            continue;
        config->output.run = entry.path().string();
        newest = UnfinishedRun{entry.path(), checkpoint, std::move(*config)};
        newestTime = time;
    }
    return newest;
}

} // namespace gapless
