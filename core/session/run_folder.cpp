// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_folder.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

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

/// 0: none.
std::int64_t newestBestEpoch(const fs::path& metrics)
{
    std::ifstream stream(metrics, std::ios::binary);
    std::int64_t newest = 0;
    for (std::string line; std::getline(stream, line);)
        if (const std::int64_t epoch = bestEpochOf(line); epoch > 0)
            newest = epoch;
    return newest;
}

bool tellsOfFailure(const fs::path& report)
{
    std::ifstream stream(report, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    return outcomeOf(text) == runStateName(RunState::Failed);
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
    if (run->m_lock == nullptr)
        return fail(ErrorCode::Config, "another program is writing into this run", run->m_path.string(),
                    "choose another run folder");
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

std::string epochCheckpointName(std::int64_t epoch)
{
    std::string digits = std::to_string(epoch);
    constexpr std::size_t width = 4;
    digits.insert(0, width - std::min(width, digits.size()), '0');
    return "epoch_" + digits;
}

Result<void> RunFolder::setAside(const fs::path& file) const
{
    std::error_code error;
    if (!fs::exists(file, error))
        return {};
    fs::path before = checkpoint(file.stem().string() + "_before");
    for (int number = 2; fs::exists(before, error) && !fs::equivalent(file, before, error); ++number)
        before = checkpoint(file.stem().string() + "_before_" + std::to_string(number));
    if (auto kept = linkFileAtomically(file, before); !kept)
        return kept;
    logLine(LogLevel::Info, "what was " + file.filename().string() + " is kept as " + before.filename().string());
    return {};
}

Result<bool> RunFolder::goBackTo(const fs::path& file, const StartPoint& start) const
{
    const fs::path last = checkpoint("last");
    const fs::path best = checkpoint("best");
    std::error_code error;
    if (fs::equivalent(file, last, error))
        return true;
    logLine(LogLevel::Info, "going back to " + file.filename().string());
    for (const fs::path& replaced : {last, best})
        if (auto kept = setAside(replaced); !kept)
            return std::unexpected(kept.error());

    // The best of the steps that are left, which the run may have bettered in those that it goes back behind.
    const std::int64_t bestEpoch = start.progress.bestEpoch;
    const bool isBest = bestEpoch > 0 && bestEpoch == start.epoch && !start.isInEpoch && !start.progress.isEpochDue;
    const fs::path kept = checkpoint(epochCheckpointName(bestEpoch));
    bool hasBest = true;
    Result<void> linked;
    if (bestEpoch > 0 && newestBestEpoch(m_path / metricsName) == bestEpoch)
        hasBest = fs::exists(best, error);
    else if (isBest)
        linked = linkFileAtomically(file, best);
    else if (bestEpoch > 0 && fs::exists(kept, error))
        linked = linkFileAtomically(kept, best);
    else
        hasBest = false;
    if (!hasBest)
        fs::remove(best, error);
    if (linked)
        linked = linkFileAtomically(file, last);
    if (!linked)
        return std::unexpected(linked.error());
    return hasBest || bestEpoch == 0;
}

Result<bool> RunFolder::continueFrom(const fs::path& checkpoint, const StartPoint& start, const RunConfig& config)
{
    const Result<bool> hasBest = goBackTo(checkpoint, start);
    if (!hasBest)
        return hasBest;
    m_config = config;
    std::error_code ignored;
    fs::remove(m_path / reportName, ignored);
    removeTemporaryFiles(m_path);
    removeTemporaryFiles(m_path / checkpointsName);
    const std::string kept = metricsUpTo(m_path / metricsName, start);
    if (auto written = writeFileAtomically(m_path / metricsName, kept); !written)
        return std::unexpected(written.error());
    if (auto written = writeFileAtomically(m_path / configName, configToJson(config)); !written)
        return std::unexpected(written.error());
    if (auto opened = openMetrics(); !opened)
        return std::unexpected(opened.error());
    return hasBest;
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
    std::vector<std::pair<fs::file_time_type, fs::path>> saved; // when each run was saved last
    for (const auto& entry : fs::directory_iterator(runs, error)) {
        const fs::file_time_type time = fs::last_write_time(entry.path() / checkpointsName / "last.pt", error);
        if (!error)
            saved.emplace_back(time, entry.path());
    }
    std::ranges::sort(saved, std::greater());
    for (const auto& [time, folder] : saved) {
        const bool hasReport = fs::exists(folder / reportName, error);
        // A failure was told when it happened: whoever has trained since then knows of it.
        const bool mayHaveFailed = folder == saved.front().second;
        if (hasReport && !(mayHaveFailed && tellsOfFailure(folder / reportName)))
            continue;
        Result<RunConfig> config = readConfigFile(folder / configName);
        if (!config || FolderLock::isTaken(folder / checkpointsName))
            continue;
        config->output.run = folder.string();
        return UnfinishedRun{folder, folder / checkpointsName / "last.pt", std::move(*config), hasReport};
    }
    return std::nullopt;
}

} // namespace gapless
