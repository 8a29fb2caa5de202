// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/program_facts.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>
#include <QSysInfo>

#include "ui/models/value_format.h"

namespace gapless::ui
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(program_facts)
};

QString orUnknown(const QString& text)
{
    return text.isEmpty() ? Words::tr("not told by the system") : text;
}

QString processorText(const MachineFacts& machine)
{
    QString text = orUnknown(QString::fromStdString(machine.processor));
    if (machine.threads > 0)
        text = Words::tr("%1, %n thread(s) at a time", nullptr, machine.threads).arg(text);
    return text;
}

QString instructionSetsText(const MachineFacts& machine)
{
    QStringList names;
    for (const std::string& name : machine.instructionSets)
        names += QString::fromStdString(name);
    return names.isEmpty() ? Words::tr("none of those that speed training up") : names.join(QStringLiteral(", "));
}

} // namespace

QList<ProgramFacts::Row> ProgramFacts::rows() const
{
    return {{Words::tr("Gapless"), version},
            {Words::tr("Qt"), QString::fromLatin1(qVersion())},
            {Words::tr("LibTorch"), torch.isEmpty() ? Words::tr("not in this build") : torch},
            {Words::tr("OpenCV"), openCv},
            {Words::tr("System"),
             QStringLiteral("%1, %2").arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture())},
            {Words::tr("Processor"), processorText(machine)},
            {Words::tr("Instruction sets"), instructionSetsText(machine)},
            {Words::tr("Memory"), machine.memoryBytes > 0 ? bytesText(machine.memoryBytes) : orUnknown({})},
            {Words::tr("GPU"), gpu},
            {Words::tr("Runs folder"), QDir::toNativeSeparators(runsFolder)},
            {Words::tr("Settings file"), QDir::toNativeSeparators(settingsFile)}};
}

QString ProgramFacts::text() const
{
    QString text;
    for (const Row& row : rows())
        text += QStringLiteral("%1: %2\n").arg(row.name, row.value);
    return text;
}

} // namespace gapless::ui
