// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_list_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>

#include <QDateTime>
#include <QLocale>

#include "ui/models/value_format.h"

namespace gapless::ui
{
namespace
{

QDateTime timeOf(const RunOverview& overview)
{
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(overview.changed.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since.count());
}

} // namespace

RunListModel::RunListModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void RunListModel::setRuns(const std::vector<ListedRun>& runs)
{
    std::unordered_map<std::string, const ListedRun*> added;
    for (const ListedRun& run : runs)
        added.emplace(run.overview.folder.native(), &run);
    bool areTicksLost = false;
    for (int row = rowCount() - 1; row >= 0; --row) {
        Row& kept = m_rows[static_cast<std::size_t>(row)];
        if (const auto found = added.find(kept.run.overview.folder.native()); found != added.end()) {
            const ListedRun& run = *found->second;
            added.erase(found);
            if (run.revision == kept.run.revision)
                continue;
            kept.run = run;
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
            continue;
        }
        areTicksLost = areTicksLost || kept.place >= 0;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    if (!added.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added.size()) - 1);
        for (const ListedRun& run : runs)
            if (added.contains(run.overview.folder.native()))
                m_rows.push_back({run});
        endInsertRows();
    }
    if (areTicksLost)
        Q_EMIT ticksChanged();
}

int RunListModel::rowOf(const std::filesystem::path& folder) const
{
    const auto found = std::ranges::find(m_rows, folder, [](const Row& row) { return row.run.overview.folder; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int RunListModel::rowAt(int place) const
{
    const auto found = std::ranges::find(m_rows, place, &Row::place);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int RunListModel::freePlace() const
{
    for (int place = 0; place < MostTicked; ++place)
        if (rowAt(place) < 0)
            return place;
    return -1;
}

bool RunListModel::canBeTicked(int row) const
{
    const RunOverview& overview = run(row).overview;
    return overview.fate != RunFate::Unreadable || overview.steps > 0;
}

bool RunListModel::setTicked(int row, bool isTicked)
{
    Row& changed = m_rows[static_cast<std::size_t>(row)];
    if (isTicked == (changed.place >= 0))
        return true;
    const int place = isTicked ? freePlace() : -1;
    if (isTicked && !canBeTicked(row))
        return false;
    if (isTicked && place < 0) {
        Q_EMIT tickRefused();
        return false;
    }
    changed.place = place;
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT ticksChanged();
    return true;
}

void RunListModel::toggle(int row)
{
    setTicked(row, m_rows[static_cast<std::size_t>(row)].place < 0);
}

QString RunListModel::letter(int place)
{
    return place < 0 ? QString() : QString(QChar(u'A' + static_cast<char16_t>(place)));
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, column);
    case Qt::CheckStateRole:
        if (column == Ticked && (canBeTicked(index.row()) || row.place >= 0))
            return row.place >= 0 ? Qt::Checked : Qt::Unchecked;
        return {};
    case Qt::ToolTipRole:
        return column == Name ? QString::fromStdString(row.run.overview.folder.string()) : runSentence(row.run);
    case Qt::AccessibleTextRole:
        if (column == Ticked)
            return row.place >= 0 ? tr("compared as %1").arg(letter(row.place)) : tr("not compared");
        if (column == Curve && !row.run.meanIou.empty())
            return tr("mean IoU from %1 to %2")
                .arg(numberText(row.run.meanIou.front()), numberText(row.run.meanIou.back()));
        return cell(row, column);
    case SortRole:
        return sortValue(row, column);
    case FateRole:
        return static_cast<int>(row.run.overview.fate);
    case PlaceRole:
        return row.place;
    case CurveRole:
        return QVariant::fromValue(QList<double>(row.run.meanIou.begin(), row.run.meanIou.end()));
    default:
        return {};
    }
}

QString RunListModel::cell(const Row& row, int column) const
{
    const RunOverview& overview = row.run.overview;
    switch (column) {
    case Ticked:
        return letter(row.place);
    case Name:
        return runName(row.run);
    case State:
        return fateText(overview.fate);
    case Epochs:
        return overview.epochsPlanned > 0 ? tr("%1 of %2").arg(overview.epochsDone).arg(overview.epochsPlanned)
                                          : QString();
    case Best:
        return bestText(overview);
    case Changed: {
        if (overview.fate == RunFate::Running)
            return tr("now");
        const QDateTime time = timeOf(overview);
        const QString clock = QLocale().toString(time.time(), QLocale::ShortFormat);
        const qint64 days = time.date().daysTo(QDate::currentDate());
        return days == 0   ? tr("today, %1").arg(clock)
               : days == 1 ? tr("yesterday, %1").arg(clock)
                           : QLocale().toString(time, QLocale::ShortFormat);
    }
    default:
        return {};
    }
}

QVariant RunListModel::sortValue(const Row& row, int column)
{
    const RunOverview& overview = row.run.overview;
    const double nothing = -std::numeric_limits<double>::infinity();
    switch (column) {
    case Ticked:
        return row.place < 0 ? MostTicked : row.place;
    case State:
        return fateText(overview.fate);
    case Epochs:
        return static_cast<qlonglong>(overview.epochsDone);
    case Best:
        return overview.bestScore.value_or(nothing);
    case Curve: {
        const auto last = std::ranges::find_if(row.run.meanIou.rbegin(), row.run.meanIou.rend(),
                                               [](double value) { return std::isfinite(value); });
        return last == row.run.meanIou.rend() ? nothing : *last;
    }
    case Changed: // those that are going on stay where they are
        return overview.fate == RunFate::Running ? QDate(9999, 1, 1).startOfDay() : timeOf(overview);
    default:
        return runName(row.run);
    }
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole || index.column() != Ticked)
        return false;
    return setTicked(index.row(), value.toInt() == Qt::Checked);
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool isCheckable = index.isValid() && index.column() == Ticked && canBeTicked(index.row());
    return isCheckable ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole)
        return section == Ticked
                   ? tr("Tick up to %1 runs to see their curves and settings side by side.").arg(MostTicked)
                   : tr("Click to sort by this column, click again to turn the order round.");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Ticked:
        return tr("Compare");
    case Name:
        return tr("Run");
    case State:
        return tr("State");
    case Epochs:
        return tr("Epochs");
    case Best:
        return tr("Best score");
    case Curve:
        return tr("Mean IoU");
    case Changed:
        return tr("Last change");
    default:
        return {};
    }
}

} // namespace gapless::ui
