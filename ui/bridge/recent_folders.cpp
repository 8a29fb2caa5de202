// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/recent_folders.h"

#include <QDir>
#include <QFileInfo>

namespace gapless::ui
{
namespace
{

/// Any thread.
QString problemOf(const FolderPair& folders)
{
    for (const QString& folder : {folders.images, folders.masks})
        if (!QFileInfo(folder).isDir())
            return RecentFolders::tr("%1 is not there any more").arg(QDir::toNativeSeparators(folder));
    return {};
}

} // namespace

RecentFolders::RecentFolders(QObject* parent)
    : QObject(parent)
    , m_jobs(2 * Most)
{
    connect(&m_jobs, &JobRunner::becameIdle, this, &RecentFolders::becameIdle);
}

void RecentFolders::add(const Entry& entry)
{
    m_entries.removeIf([&entry](const Entry& other) { return other.folders == entry.folders; });
    m_entries.prepend(entry);
    if (m_entries.size() > Most)
        m_entries.removeLast();
    Q_EMIT changed();
}

void RecentFolders::clear()
{
    m_entries.clear();
    Q_EMIT changed();
}

void RecentFolders::look()
{
    for (const Entry& entry : m_entries) {
        if (entry.isSample || m_looking.contains(entry.folders))
            continue;
        m_looking += entry.folders;
        m_jobs.start([folders = entry.folders] { return problemOf(folders); },
                     [this, folders = entry.folders](const QString& problem) { take(folders, problem); });
    }
}

void RecentFolders::take(const FolderPair& folders, const QString& problem)
{
    m_looking.removeOne(folders);
    for (Entry& entry : m_entries) {
        if (entry.folders != folders || entry.problem == problem)
            continue;
        entry.problem = problem;
        Q_EMIT changed();
        return;
    }
}

} // namespace gapless::ui
