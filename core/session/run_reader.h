// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/types/class_table.h"
#include "core/types/run_overview.h"

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace gapless
{

/// Reads the folder of a run, whoever writes it, and follows it: each read() takes up what has changed since the last
/// one. Touches nothing, and takes any content: damage ends in RunFate::Unreadable with the reason, lines of
/// metrics.jsonl that say nothing known are passed over. One thread at a time.
class RunReader final
{
public:
    enum class Detail {
        Epochs, ///< the news are of epochs only: lines of steps, nearly all, are hardly looked at
        Steps,
    };

    explicit RunReader(std::filesystem::path folder, Detail detail = Detail::Epochs);

    /// May end early when the stop is asked for; the next call goes on from there.
    [[nodiscard]] RunNews read(const std::stop_token& stop = {});
    [[nodiscard]] const RunOverview& overview() const { return m_overview; }
    /// With this folder as its run folder; empty when it cannot be read.
    [[nodiscard]] const std::optional<RunConfig>& config() const { return m_config; }
    /// Grows with each read() that found something changed.
    [[nodiscard]] std::int64_t revision() const { return m_revision; }

    /// Whether a folder looks like that of a run, be it damaged.
    [[nodiscard]] static bool isRun(const std::filesystem::path& folder);

private:
    /// As last seen; a file that is not there has the size -1.
    struct Stamp
    {
        std::filesystem::file_time_type time;
        std::int64_t size = -1;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    /// What report.json says.
    struct Report
    {
        RunFate fate = RunFate::Unreadable;
        std::string failure;
        std::optional<double> bestScore;
        std::string bestBy;
        std::int64_t bestEpoch = 0;
        bool isEndedEarly = false;
    };

    [[nodiscard]] static Stamp stampOf(const std::filesystem::path& file);
    void readConfig();
    void readReport();
    void readMetrics(const std::stop_token& stop, RunNews& news);
    void forgetMetrics();
    [[nodiscard]] bool isStillTheSame(std::istream& stream) const;
    void takeLine(std::string_view line, RunNews& news);
    void takeStep(std::string_view line, RunNews& news);
    void takeEpoch(std::string_view line, RunNews& news);
    void takePlan(std::string_view line);
    void noteLastStep();
    void judge();

    std::filesystem::path m_folder;
    Detail m_detail;
    RunOverview m_overview;
    std::optional<RunConfig> m_config;
    std::string m_configProblem;
    std::optional<Report> m_report;
    std::string m_reportProblem;
    std::string m_metricsProblem;
    Stamp m_configStamp;
    Stamp m_reportStamp;
    Stamp m_metricsStamp;
    Stamp m_checkpointStamp;
    bool m_isBegun = false; ///< read() has been called
    bool m_isTaken = false;
    bool m_hasRun = false;

    // How far metrics.jsonl has been read, and what it said.
    std::int64_t m_offset = 0;    ///< of the first line that is not complete yet
    std::string m_lastBytes;      ///< before the offset: whether the file is still the same
    bool m_isPassingOver = false; ///< a line too long to be one of a run
    std::string m_lastStepLine;   ///< not looked into yet
    std::int64_t m_plannedEpochs = 0;
    ClassTable m_classes;
    double m_lastEpoch = 0;
    std::optional<double> m_bestScore;
    std::int64_t m_bestEpoch = 0;
    std::int64_t m_revision = 0;
};

} // namespace gapless
