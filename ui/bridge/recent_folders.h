// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

#include "ui/bridge/folder_guess.h"
#include "ui/bridge/job_runner.h"

namespace gapless::ui
{

/// The pairs of folders that were opened last, the newest first, and whether they are still there. Worker threads look
/// for that, since a folder of another machine may keep one waiting. UI thread; never waits, but in its destructor for
/// the folders being looked for.
class RecentFolders final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecentFolders)

public:
    static constexpr int Most = 8;

    struct Entry
    {
        FolderPair folders;
        bool isSample = false; ///< the built-in one, which is made anew where it is gone
        QString problem = {};  ///< why it cannot be opened; empty: it can, or has not been looked for
    };

    explicit RecentFolders(QObject* parent);

    [[nodiscard]] const QList<Entry>& entries() const { return m_entries; }
    /// Puts the pair first, in place of the same pair further down.
    void add(const Entry& entry);
    void clear();
    /// Looks whether the folders are there; changed() follows where the answer is another one than before.
    void look();
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }

Q_SIGNALS:
    void changed();
    /// isBusy() has become false.
    void becameIdle();

private:
    void take(const FolderPair& folders, const QString& problem);

    QList<Entry> m_entries;
    QList<FolderPair> m_looking; ///< a folder that does not answer is asked once
    JobRunner m_jobs;
};

} // namespace gapless::ui
