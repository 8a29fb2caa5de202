// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/folder_lock.h"
#include "core/config/best_by.h"
#include "core/config/config_json.h"
#include "core/session/json_fields.h"

namespace gapless
{

namespace
{

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* configName = "config.json";
constexpr const char* metricsName = "metrics.jsonl";
constexpr const char* reportName = "report.json";
constexpr const char* checkpointsName = "checkpoints";

constexpr std::int64_t isAway = -1;
constexpr std::int64_t isNoFile = -2;

/// Far more than a plan with the most classes there are.
constexpr std::size_t longestLine = std::size_t{16} << 20;
constexpr std::int64_t largestReport = std::int64_t{64} << 20;
constexpr std::int64_t largestConfig = std::int64_t{1} << 20;
constexpr std::size_t chunkBytes = std::size_t{256} << 10;
/// Each line ends with the time elapsed, so that so many bytes tell two runs apart.
constexpr std::size_t rememberedBytes = 128;

/// What begins the lines of steps, which are nearly all.
constexpr std::string_view stepBegin = R"({"type":"step",)";

std::optional<double> scoreIn(const Json& json, const char* key)
{
    const double number = numberIn(json, key);
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<Scores> scoresOf(const Json& json)
{
    if (!json.is_object())
        return std::nullopt;
    Scores scores;
    scores.loss = scoreIn(json, "loss");
    scores.meanIou = numberIn(json, "mean_iou");
    scores.meanDice = numberIn(json, "mean_dice");
    scores.pixelAccuracy = numberIn(json, "pixel_accuracy");
    scores.labelledPixels = wholeIn(json, "pixels");
    scores.skippedImages = wholeIn(json, "skipped_images");
    if (const auto perClass = json.find("per_class"); perClass != json.end() && perClass->is_array())
        for (const Json& entry : *perClass) {
            scores.iou.push_back(entry.is_object() ? scoreIn(entry, "iou") : std::nullopt);
            scores.dice.push_back(entry.is_object() ? scoreIn(entry, "dice") : std::nullopt);
        }
    return scores;
}

std::string contentOf(const fs::path& file)
{
    // istream::read() turns what the buffer throws into a flag.
    std::ifstream stream(file, std::ios::binary);
    std::string text;
    std::array<char, 4096> part{};
    while (stream.read(part.data(), part.size()) || stream.gcount() > 0)
        text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    return text;
}

} // namespace

RunReader::RunReader(fs::path folder, Detail detail)
    : m_folder(std::move(folder))
    , m_detail(detail)
{
    m_overview.folder = m_folder;
}

bool RunReader::isRun(const fs::path& folder)
{
    const auto has = [&folder](const char* name) {
        std::error_code error;
        return fs::exists(folder / name, error);
    };
    // Other programs have a config.json, too.
    return has(metricsName) || has(reportName) || (has(configName) && has(checkpointsName));
}

RunReader::Stamp RunReader::stampOf(const fs::path& file)
{
    std::error_code error;
    Stamp stamp;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
        return stamp;
    stamp.size = isNoFile;
    if (!fs::is_regular_file(status))
        return stamp;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error)
        return {};
    stamp.time = fs::last_write_time(file, error);
    if (error)
        return {};
    stamp.size = static_cast<std::int64_t>(size);
    return stamp;
}

RunNews RunReader::read(const std::stop_token& stop)
{
    const auto seen = [this] {
        return std::tuple(m_configStamp, m_reportStamp, m_metricsStamp, m_checkpointStamp, m_isTaken, m_hasRun,
                          m_offset);
    };
    const auto before = seen();
    RunNews news;
    news.isAnew = !m_isBegun;
    m_hasRun = isRun(m_folder);
    m_isTaken = FolderLock::isTaken(m_folder / checkpointsName);
    m_checkpointStamp = stampOf(m_folder / checkpointsName / "last.pt");
    readConfig();
    readReport();
    readMetrics(stop, news);
    judge();
    if (!m_isBegun || seen() != before)
        ++m_revision;
    m_isBegun = true;
    return news;
}

void RunReader::readConfig()
{
    const fs::path file = m_folder / configName;
    const Stamp stamp = stampOf(file);
    if (m_isBegun && stamp == m_configStamp)
        return;
    m_configStamp = stamp;
    m_config.reset();
    m_configProblem.clear();
    if (stamp.size == isAway)
        m_configProblem = "the run's settings, config.json, are not there";
    else if (stamp.size == isNoFile || stamp.size > largestConfig)
        m_configProblem = "config.json holds no settings of a run";
    else if (Result<RunConfig> config = readConfigFile(file)) {
        m_config = std::move(*config);
        m_config->output.run = m_folder.string();
    } else {
        m_configProblem = config.error().text();
    }
}

void RunReader::readReport()
{
    const fs::path file = m_folder / reportName;
    const Stamp stamp = stampOf(file);
    if (stamp == m_reportStamp)
        return;
    m_reportStamp = stamp;
    m_report.reset();
    m_reportProblem.clear();
    if (stamp.size == isAway)
        return;
    const bool isFile = stamp.size >= 0 && stamp.size <= largestReport;
    const Json json = isFile ? parsedJson(contentOf(file)) : Json();
    const std::string outcome = json.is_object() ? textIn(json, "outcome") : std::string();
    constexpr std::array<std::pair<std::string_view, RunFate>, 3> fates{
        {{"finished", RunFate::Finished}, {"cancelled", RunFate::Stopped}, {"failed", RunFate::Failed}}};
    const auto fate = std::ranges::find(fates, outcome, &std::pair<std::string_view, RunFate>::first);
    if (fate == fates.end()) {
        m_reportProblem = "report.json does not tell how the run ended";
        return;
    }
    Report& report = m_report.emplace();
    report.fate = fate->second;
    report.failure = textIn(json, "failure");
    report.isEndedEarly = isTrueIn(json, "ended_early");
    if (const auto best = json.find("best"); best != json.end() && best->is_object()) {
        report.bestScore = scoreIn(*best, "score");
        report.bestBy = textIn(*best, "by");
        report.bestEpoch = wholeIn(*best, "epoch");
    }
}

void RunReader::forgetMetrics()
{
    m_overview.steps = 0;
    m_overview.stepsPerEpoch = 0;
    m_overview.epochsDone = 0;
    m_plannedEpochs = 0;
    m_overview.elapsedSeconds = 0;
    m_overview.validation.reset();
    m_offset = 0;
    m_lastBytes.clear();
    m_isPassingOver = false;
    m_lastStepLine.clear();
    m_classes = {};
    m_lastEpoch = 0;
    m_bestScore.reset();
    m_bestEpoch = 0;
}

/// Leaves the stream where the next line begins.
bool RunReader::isStillTheSame(std::istream& stream) const
{
    std::string bytes(m_lastBytes.size(), '\0');
    stream.seekg(m_offset - static_cast<std::int64_t>(bytes.size()));
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return stream && bytes == m_lastBytes;
}

void RunReader::readMetrics(const std::stop_token& stop, RunNews& news)
{
    const fs::path file = m_folder / metricsName;
    const Stamp stamp = stampOf(file);
    if (stamp == m_metricsStamp)
        return;
    m_metricsProblem.clear();
    std::ifstream stream;
    if (stamp.size >= 0)
        stream.open(file, std::ios::binary);
    if (!stream.is_open() || !isStillTheSame(stream)) {
        news.isAnew = true;
        forgetMetrics();
        stream.clear();
        stream.seekg(0);
    }
    if (stamp.size != isAway && !stream.is_open())
        m_metricsProblem = "metrics.jsonl cannot be read";
    std::string text;
    std::vector<char> chunk(chunkBytes);
    while (stream.is_open() && !stop.stop_requested()) {
        stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        if (stream.gcount() == 0)
            break;
        text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
        std::size_t begin = 0;
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
            if (!std::exchange(m_isPassingOver, false))
                takeLine(std::string_view(text).substr(begin, end - begin), news);
            begin = end + 1;
        }
        if (text.size() - begin > longestLine) {
            m_isPassingOver = true;
            begin = text.size();
        }
        m_offset += static_cast<std::int64_t>(begin);
        m_lastBytes.append(text, begin - std::min(begin, rememberedBytes), std::min(begin, rememberedBytes));
        m_lastBytes.erase(0, m_lastBytes.size() - std::min(m_lastBytes.size(), rememberedBytes));
        text.erase(0, begin);
    }
    if (stream.bad())
        m_metricsProblem = "metrics.jsonl cannot be read to its end";
    noteLastStep();
    if (!stop.stop_requested())
        m_metricsStamp = stamp;
}

void RunReader::takeLine(std::string_view line, RunNews& news)
{
    if (line.starts_with(stepBegin)) {
        if (m_detail == Detail::Steps)
            takeStep(line, news);
        else
            m_lastStepLine = line;
        return;
    }
    const Json json = parsedJson(line);
    if (!json.is_object())
        return;
    const std::string type = textIn(json, "type");
    if (type == "step")
        takeStep(line, news);
    else if (type == "epoch")
        takeEpoch(line, news);
    else if (type == "plan")
        takePlan(line);
}

void RunReader::noteLastStep()
{
    RunNews unwanted;
    if (!m_lastStepLine.empty())
        takeStep(m_lastStepLine, unwanted);
    m_lastStepLine.clear();
}

void RunReader::takeStep(std::string_view line, RunNews& news)
{
    const Json json = parsedJson(line);
    if (!json.is_object() || wholeIn(json, "step") <= m_overview.steps)
        return;
    m_overview.steps = wholeIn(json, "step");
    if (const double elapsed = numberIn(json, "elapsed_s"); std::isfinite(elapsed))
        m_overview.elapsedSeconds = elapsed;
    const double inEpoch = m_overview.stepsPerEpoch > 0 ? static_cast<double>(wholeIn(json, "step_in_epoch")) /
                                                              static_cast<double>(m_overview.stepsPerEpoch)
                                                        : 0;
    const double epoch = static_cast<double>(std::max<std::int64_t>(wholeIn(json, "epoch"), 1) - 1) + inEpoch;
    m_lastEpoch = std::max(m_lastEpoch, epoch);
    if (m_detail == Detail::Steps)
        news.loss.push_back({static_cast<double>(m_overview.steps), m_lastEpoch, numberIn(json, "loss")});
}

void RunReader::takeEpoch(std::string_view line, RunNews& news)
{
    const Json json = parsedJson(line);
    const std::int64_t epoch = wholeIn(json, "epoch");
    noteLastStep();
    if (epoch <= m_overview.epochsDone || wholeIn(json, "step") < m_overview.steps)
        return;
    m_overview.epochsDone = epoch;
    m_overview.steps = wholeIn(json, "step");
    m_lastEpoch = std::max(m_lastEpoch, static_cast<double>(epoch));
    if (const double elapsed = numberIn(json, "elapsed_s"); std::isfinite(elapsed))
        m_overview.elapsedSeconds = elapsed;
    const auto found = json.find("validation");
    const std::optional<Scores> scores = found != json.end() ? scoresOf(*found) : std::nullopt;
    if (!scores)
        return;
    m_overview.validation = scores;
    const RunPoint point{static_cast<double>(m_overview.steps), m_lastEpoch, 0};
    news.meanIou.push_back({point.step, point.epoch, scores->meanIou});
    news.validationLoss.push_back(
        {point.step, point.epoch, scores->loss.value_or(std::numeric_limits<double>::quiet_NaN())});
    if (!isTrueIn(json, "is_best"))
        return;
    const BestBy by = bestByOf(m_config ? m_config->training.bestBy : std::string()).value_or(BestBy{});
    m_bestScore = scoreBy(by, *scores, m_classes);
    m_bestEpoch = epoch;
}

void RunReader::takePlan(std::string_view line)
{
    const Json json = parsedJson(line);
    m_plannedEpochs = wholeIn(json, "epochs");
    m_overview.stepsPerEpoch = wholeIn(json, "steps_per_epoch");
    m_classes = {};
    if (const auto classes = json.find("classes"); classes != json.end() && classes->is_array())
        for (const Json& entry : *classes)
            if (entry.is_object())
                m_classes.classes.push_back({wholeIn(entry, "value"), textIn(entry, "name"), {}, 0});
}

void RunReader::judge()
{
    RunOverview& overview = m_overview;
    const std::string& problem = !m_configProblem.empty()   ? m_configProblem
                                 : !m_reportProblem.empty() ? m_reportProblem
                                                            : m_metricsProblem;
    overview.reason.clear();
    if (m_isTaken) {
        overview.fate = RunFate::Running;
    } else if (!m_hasRun || !problem.empty()) {
        overview.fate = RunFate::Unreadable;
        overview.reason = m_hasRun ? problem : "no run lies in this folder";
    } else {
        overview.fate = m_report ? m_report->fate : RunFate::Interrupted;
        overview.reason = m_report ? m_report->failure : std::string();
    }
    overview.epochsPlanned = m_plannedEpochs > 0 ? m_plannedEpochs : m_config ? m_config->training.epochs : 0;
    overview.isEndedEarly = m_report && m_report->isEndedEarly;
    overview.bestBy = m_config ? m_config->training.bestBy : std::string();
    overview.bestScore = m_bestScore;
    overview.bestEpoch = m_bestEpoch;
    if (m_report && m_report->bestScore) {
        overview.bestBy = m_report->bestBy;
        overview.bestScore = m_report->bestScore;
        overview.bestEpoch = m_report->bestEpoch;
    }
    overview.checkpoint = m_checkpointStamp.size >= 0 ? m_folder / checkpointsName / "last.pt" : fs::path();

    std::optional<fs::file_time_type> newest;
    for (const Stamp& stamp : {m_configStamp, m_reportStamp, m_metricsStamp, m_checkpointStamp})
        if (stamp.size >= 0 && (!newest || stamp.time > *newest))
            newest = stamp.time;
    std::error_code error;
    const fs::file_time_type time = newest ? *newest : fs::last_write_time(m_folder, error);
    overview.changed =
        error
            ? std::chrono::system_clock::time_point()
            : std::chrono::time_point_cast<std::chrono::system_clock::duration>(std::chrono::file_clock::to_sys(time));
}

} // namespace gapless
