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

QString translated(const char* text, int count = -1)
{
    return QCoreApplication::translate("dataset_words", text, nullptr, count);
}

int countOf(const DatasetReport& report, Severity severity)
{
    return static_cast<int>(std::ranges::count(report.problems, severity, &DatasetProblem::severity));
}

QString counted(int count, const char* one, const char* many)
{
    return count == 1 ? translated(one) : translated(many).arg(count);
}

} // namespace

QString sizeText(const ImageSize& size)
{
    return QStringLiteral("%1 \u00d7 %2").arg(size.height).arg(size.width);
}

QString datasetSentence(const DatasetReport& report)
{
    const QString found = translated("%1, %2").arg(counted(static_cast<int>(report.pairs.size()), "1 pair", "%1 pairs"),
                                                   counted(report.classes.size(), "1 class", "%1 classes"));
    const int errors = countOf(report, Severity::Error);
    const int warnings = countOf(report, Severity::Warning);
    if (errors > 0)
        return translated("%1: %2").arg(found,
                                        counted(errors, "1 problem stops training", "%1 problems stop training"));
    if (warnings > 0)
        return translated("%1, %2").arg(found, counted(warnings, "1 warning", "%1 warnings"));
    return translated("%1, nothing to fix").arg(found);
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
        sizes = translated("%1 to %2").arg(sizes, sizeText(largest->size));
    const QString found = translated("%1 images, %2 pixels").arg(kinds.join(translated(" and ")), sizes);
    return report.problems.empty() ? translated("%1. Every image has its mask, and sizes and values agree.").arg(found)
                                   : found;
}

QString scoreWords(const std::string& bestBy)
{
    return QString::fromStdString(bestByWords(bestByOf(bestBy).value_or(BestBy{})));
}

} // namespace gapless::ui
