// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/recent_menu.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>

namespace gapless::ui
{
namespace
{

/// Pixels; longer paths are shortened in their middle.
constexpr int MostWidth = 360;

QString shortPath(const QString& path)
{
    const QString home = QDir::homePath();
    const bool isAtHome = path.startsWith(home + u'/');
    return QDir::toNativeSeparators(isAtHome ? u'~' + path.mid(home.size()) : path);
}

QString nameOf(const RecentFolders::Entry& entry)
{
    if (entry.isSample)
        return RecentMenu::tr("Built-in sample");
    const QFileInfo images(entry.folders.images);
    const QFileInfo masks(entry.folders.masks);
    if (images.path() == masks.path())
        return RecentMenu::tr("%1: %2, %3").arg(shortPath(images.path()), images.fileName(), masks.fileName());
    return RecentMenu::tr("%1, %2").arg(shortPath(images.filePath()), shortPath(masks.filePath()));
}

} // namespace

RecentMenu::RecentMenu(RecentFolders& recent, QWidget* parent)
    : QMenu(parent)
    , m_recent(recent)
{
    for (int place = 0; place < RecentFolders::Most; ++place) {
        m_folders += addAction(QString());
        connect(m_folders.constLast(), &QAction::triggered, this, [this, place] {
            const RecentFolders::Entry entry = m_recent.entries().at(place);
            Q_EMIT chosen(entry);
        });
    }
    m_empty = addAction(tr("Nothing has been opened yet"));
    m_empty->setEnabled(false);
    addSeparator();
    m_clear = addAction(tr("Clear list"));
    m_clear->setToolTip(tr("Forgets these entries; the folders themselves stay as they are."));
    connect(m_clear, &QAction::triggered, &m_recent, &RecentFolders::clear);
    connect(this, &QMenu::aboutToShow, &m_recent, &RecentFolders::look);
    connect(&m_recent, &RecentFolders::changed, this, &RecentMenu::refresh);
    refresh();
}

void RecentMenu::refresh()
{
    const QList<RecentFolders::Entry>& entries = m_recent.entries();
    for (qsizetype place = 0; place < m_folders.size(); ++place) {
        QAction* action = m_folders.at(place);
        action->setVisible(place < entries.size());
        if (place >= entries.size())
            continue;
        const RecentFolders::Entry& entry = entries.at(place);
        QString name = fontMetrics().elidedText(nameOf(entry), Qt::ElideMiddle, MostWidth);
        name.replace(u'&', QStringLiteral("&&")); // one alone would name a key
        action->setText(entry.problem.isEmpty() ? name : tr("%1 (not there any more)").arg(name));
        action->setToolTip(!entry.problem.isEmpty() ? entry.problem
                           : entry.isSample         ? tr("Generated pictures of four classes")
                                                    : tr("Images: %1\nMasks: %2")
                                                  .arg(QDir::toNativeSeparators(entry.folders.images),
                                                       QDir::toNativeSeparators(entry.folders.masks)));
        action->setEnabled(entry.problem.isEmpty());
    }
    m_empty->setVisible(entries.isEmpty());
    m_clear->setEnabled(!entries.isEmpty());
}

} // namespace gapless::ui
