// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_reporter.h"

#include <system_error>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "app/score_table.h"
#include "core/config/best_by.h"
#include "core/session/run_json.h"

namespace gapless::cli
{

namespace
{

std::string classesText(const ClassTable& table)
{
    constexpr int mostNames = 8;
    std::string text = fmt::format("{}:", table.size());
    for (int index = 0; index < table.size(); ++index) {
        if (index == mostNames)
            return text + fmt::format(" and {} more", table.size() - mostNames);
        text += (index == 0 ? " " : ", ") + table.classes[static_cast<std::size_t>(index)].name;
    }
    return text;
}

double perSecond(double images, double ms)
{
    return ms > 0 ? images / ms * 1000 : 0;
}

} // namespace

void RunReporter::show(const std::vector<StepRecord>& steps)
{
    for (const StepRecord& record : steps) {
        if (record.stepInEpoch == 1)
            m_epochImages = m_epochWaitMs = m_epochStepMs = 0;
        m_epochImages += record.images;
        m_epochWaitMs += record.waitMs;
        m_epochStepMs += record.stepMs;
        m_timeLeft.add(record);
    }
    if (!steps.empty())
        m_line.show(progressText(steps.back()));
}

void RunReporter::show(const std::vector<RunEvent>& events)
{
    for (const RunEvent& event : events)
        std::visit([this](const auto& value) { show(value); }, event);
}

void RunReporter::tell(std::string_view text)
{
    m_line.clear();
    tellLine(text);
}

void RunReporter::show(const RunPlan& plan)
{
    m_plan = plan;
    m_timeLeft = TimeLeft(plan);
    tell(fmt::format("pairs    {} to train on, {} to validate on", plan.trainingSamples, plan.validationSamples));
    tell("classes  " + classesText(plan.classes));
    tell(fmt::format("network  {} on {}, {:.1f} million parameters", m_config.model.architecture,
                     m_config.model.encoder, static_cast<double>(plan.parameters) / 1e6));
    tell(fmt::format("steps    {} in each of {}, batch {}, crops of {} x {} (height x width)", plan.stepsPerEpoch,
                     countText(plan.epochs, "epoch"), m_config.training.batch, m_config.training.cropHeight,
                     m_config.training.cropWidth));
    tell("device   " + plan.device);
    tell(fmt::format("memory   {} for prefetched batches, {} for decoded pictures", bytesText(plan.queueBytes),
                     bytesText(plan.cacheBytes)));
    for (const std::string& note : plan.notes)
        tell("note     " + note);
}

void RunReporter::show(const EpochRecord& record)
{
    std::string text = fmt::format("epoch {}/{}  loss {:.4f}", record.epoch, m_plan.epochs, record.meanLoss);
    if (record.validation)
        text += scoreText(*record.validation) + (record.isBest ? " (best)" : "");
    if (record.imagesPerSecond > 0) // not where only the validation was left to do when the run was resumed
        text += fmt::format("  {:.1f} images/s  stall {:.1f} %", record.imagesPerSecond, 100 * record.stallShare);
    text += fmt::format("  after {}", durationText(record.elapsedSeconds));
    const std::optional<double> left = m_timeLeft.seconds();
    if (left && record.epoch < m_plan.epochs)
        text += fmt::format(", {} left", durationText(*left));
    tell(text);
}

std::string RunReporter::scoreText(const Scores& scores) const
{
    std::string text = fmt::format("  mean IoU {:.4f}", scores.meanIou);
    const BestBy by = bestByOf(m_config.training.bestBy).value_or(BestBy{});
    const std::optional<double> score = scoreBy(by, scores, m_plan.classes);
    if (by.score != BestBy::Score::MeanIou && score)
        text += fmt::format("  {} {:.4f}", bestByWords(by), *score);
    return text;
}

std::string RunReporter::progressText(const StepRecord& record) const
{
    const double ms = m_epochWaitMs + m_epochStepMs;
    std::string text = fmt::format("epoch {}/{}  step {}/{}  loss {:.4f}  {:.1f} images/s  stall {:.1f} %",
                                   record.epoch, m_plan.epochs, record.stepInEpoch, m_plan.stepsPerEpoch, record.loss,
                                   perSecond(m_epochImages, ms), ms > 0 ? 100 * m_epochWaitMs / ms : 0.0);
    if (const std::optional<double> left = m_timeLeft.seconds())
        text += fmt::format("  {} left", durationText(*left));
    return text;
}

std::vector<std::string> RunReporter::outcomeLines() const
{
    std::vector<std::string> lines;
    if (m_summary->validation)
        lines = scoreLines(*m_summary->validation, m_plan.classes);
    if (m_summary->bestScore)
        lines.push_back(fmt::format("best {} {:.4f}, in epoch {}",
                                    bestByWords(bestByOf(m_summary->bestBy).value_or(BestBy{})), *m_summary->bestScore,
                                    m_summary->bestEpoch));
    if (m_summary->isEndedEarly)
        lines.push_back(
            fmt::format("ended early: no better score in {}", countText(m_config.training.patience, "validation")));
    lines.push_back(
        fmt::format("{} in {}", countText(m_summary->steps, "step"), durationText(m_summary->elapsedSeconds)));
    if (m_summary->runFolder.empty())
        return lines;
    lines.push_back("run folder  " + m_summary->runFolder.string());
    for (const char* name : {"best", "last"}) {
        const std::filesystem::path file = m_summary->runFolder / "checkpoints" / (std::string(name) + ".pt");
        std::error_code ignored; // then it is not listed
        if (std::filesystem::exists(file, ignored))
            lines.push_back(fmt::format("{:<10}  {}", name, file.string()));
    }
    return lines;
}

int RunReporter::finish(bool json, int signal)
{
    m_line.clear();
    if (!m_summary) {
        const Error unknown{ErrorCode::Internal, "the run ended without a summary", {}, {}};
        return reportError(m_error.value_or(unknown), json);
    }
    if (m_summary->steps > 0)
        for (const std::string& line : outcomeLines())
            json ? tellLine(line) : printLine(line);
    int code = 0;
    if (m_error) {
        code = exitCode(m_error->code);
        if (m_summary->steps > 0) // the log has told it when it happened, but that is above the outcome now
            tellLine("gapless-cli: " + m_error->text());
    }
    if (!m_error && m_summary->outcome == RunState::Cancelled)
        code = signal != 0 ? 128 + signal : exitCode(ErrorCode::Cancelled);
    if (json)
        printLine(summaryToJson(*m_summary, m_plan.classes));
    return code;
}

} // namespace gapless::cli
