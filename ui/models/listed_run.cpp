// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/listed_run.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/models/dataset_words.h"
#include "ui/models/value_format.h"

namespace gapless::ui
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(listed_run)
};

/// What stands in the way of going on in any way.
QString commonProblem(const ListedRun& run)
{
    const RunOverview& overview = run.overview;
    if (overview.fate == RunFate::Running)
        return Words::tr("It is being written, by this window or by another program.");
    if (overview.fate == RunFate::Unreadable)
        return Words::tr("It cannot be read.");
    if (overview.checkpoint.empty())
        return Words::tr("It has no checkpoint to go on from.");
    return {};
}

QString lastScores(const Scores& scores)
{
    QString text = Words::tr("Last validation: mean IoU %1, mean Dice %2")
                       .arg(numberText(scores.meanIou), numberText(scores.meanDice));
    if (scores.loss)
        text = Words::tr("%1, loss %2").arg(text, numberText(*scores.loss));
    return Words::tr("%1.").arg(text);
}

} // namespace

QString runName(const ListedRun& run)
{
    return QString::fromStdString(run.overview.folder.filename().string());
}

QString fateText(RunFate fate)
{
    switch (fate) {
    case RunFate::Unreadable:
        return Words::tr("Not readable");
    case RunFate::Running:
        return Words::tr("Running");
    case RunFate::Finished:
        return Words::tr("Finished");
    case RunFate::Stopped:
        return Words::tr("Stopped");
    case RunFate::Failed:
        return Words::tr("Failed");
    case RunFate::Interrupted:
        return Words::tr("Interrupted");
    }
    return {};
}

QString bestText(const RunOverview& overview)
{
    if (!overview.bestScore)
        return {};
    return QStringLiteral("%1 %2").arg(scoreWords(overview.bestBy), numberText(*overview.bestScore));
}

QString runSentence(const ListedRun& run)
{
    const RunOverview& overview = run.overview;
    QStringList parts;
    switch (overview.fate) {
    case RunFate::Unreadable:
        parts += Words::tr("Not readable: %1.").arg(QString::fromStdString(overview.reason));
        break;
    case RunFate::Running:
        parts += Words::tr("Being written, by this window or by another program.");
        break;
    case RunFate::Finished:
        parts += overview.isEndedEarly ? Words::tr("Ended early: the patience was over.")
                                       : Words::tr("All its epochs are done.");
        break;
    case RunFate::Stopped:
        parts += Words::tr("Stopped by the user.");
        break;
    case RunFate::Failed:
        parts += Words::tr("Failed: %1.").arg(QString::fromStdString(overview.reason));
        break;
    case RunFate::Interrupted:
        parts += Words::tr("Interrupted: it ended without a last word, as in a crash or a power cut.");
        break;
    }
    if (overview.elapsedSeconds > 0)
        parts +=
            Words::tr("%1 steps in %2.")
                .arg(QLocale().toString(static_cast<qlonglong>(overview.steps)), durationText(overview.elapsedSeconds));
    if (overview.validation)
        parts += lastScores(*overview.validation);
    const bool hasEnded = overview.fate != RunFate::Unreadable && overview.fate != RunFate::Running;
    if (hasEnded && overview.checkpoint.empty())
        parts += Words::tr("It has no checkpoint to go on from.");
    else if (overview.fate == RunFate::Failed)
        parts += Words::tr("Once the cause is mended, Train more goes on from its last checkpoint.");
    return parts.join(u' ');
}

QString resumeProblem(const ListedRun& run)
{
    const RunOverview& overview = run.overview;
    if (const QString problem = commonProblem(run); !problem.isEmpty())
        return problem;
    if (overview.fate == RunFate::Finished)
        return overview.isEndedEarly ? Words::tr("Its patience was over.") : Words::tr("Its epochs are done.");
    if (overview.fate == RunFate::Failed)
        return Words::tr("It has failed.");
    if (overview.epochsDone >= overview.epochsPlanned)
        return Words::tr("Its epochs are done.");
    return {};
}

QString extensionProblem(const ListedRun& run)
{
    return commonProblem(run);
}

RunConfig extendedConfig(const ListedRun& run, int epochs)
{
    RunConfig config = *run.config;
    const std::int64_t done = run.overview.epochsDone;
    // Of a run that was stopped, those still to come belong to it as well.
    config.training.epochs = (run.overview.isEndedEarly ? done : std::max(done, config.training.epochs)) + epochs;
    if (run.overview.isEndedEarly)
        config.training.patience = 0;
    return config;
}

} // namespace gapless::ui
