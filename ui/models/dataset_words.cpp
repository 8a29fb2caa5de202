// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/dataset_words.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "core/config/best_by.h"

namespace gapless::ui
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(dataset_words)
};

int countOf(const DatasetReport& report, Severity severity)
{
    return static_cast<int>(std::ranges::count(report.problems, severity, &DatasetProblem::severity));
}

} // namespace

QString sizeText(const ImageSize& size)
{
    return QStringLiteral("%1 \u00d7 %2").arg(size.height).arg(size.width);
}

QString datasetSentence(const DatasetReport& report)
{
    const QString found =
        Words::tr("%1, %2").arg(Words::tr("%n pair(s)", nullptr, static_cast<int>(report.pairs.size())),
                                Words::tr("%n class(es)", nullptr, report.classes.size()));
    const int errors = countOf(report, Severity::Error);
    const int warnings = countOf(report, Severity::Warning);
    if (errors > 0)
        return Words::tr("%1: %2").arg(found, Words::tr("%n problem(s) stop training", nullptr, errors));
    if (warnings > 0)
        return Words::tr("%1, %2").arg(found, Words::tr("%n warning(s)", nullptr, warnings));
    return Words::tr("%1, nothing to fix").arg(found);
}

QString datasetDetails(const DatasetReport& report)
{
    QStringList kinds;
    for (const auto& [kind, files] : report.imageKinds)
        kinds += QString::fromStdString(kind);
    if (report.pairs.empty())
        return kinds.join(QStringLiteral(", "));
    const auto area = [](const ImagePair& pair) { return static_cast<qint64>(pair.size.height) * pair.size.width; };
    const auto [smallest, largest] = std::ranges::minmax_element(report.pairs, {}, area);
    QString sizes = sizeText(smallest->size);
    if (smallest->size != largest->size)
        sizes = Words::tr("%1 to %2").arg(sizes, sizeText(largest->size));
    const QString found = Words::tr("%1 images, %2 pixels").arg(kinds.join(Words::tr(" and ")), sizes);
    return report.problems.empty() ? Words::tr("%1. Every image has its mask, and sizes and values agree.").arg(found)
                                   : found;
}

QString scoreWords(const std::string& bestBy)
{
    const BestBy by = bestByOf(bestBy).value_or(BestBy{});
    const QString name = QString::fromStdString(by.className);
    switch (by.score) {
    case BestBy::Score::MeanIou:
        return Words::tr("mean IoU");
    case BestBy::Score::MeanDice:
        return Words::tr("mean Dice");
    case BestBy::Score::PixelAccuracy:
        return Words::tr("pixel accuracy");
    case BestBy::Score::Loss:
        return Words::tr("validation loss");
    case BestBy::Score::ClassIou:
        return Words::tr("IoU of %1").arg(name);
    case BestBy::Score::ClassDice:
        return Words::tr("Dice of %1").arg(name);
    }
    return {};
}

} // namespace gapless::ui
