// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMenu>

#include "ui/bridge/recent_folders.h"

namespace gapless::ui
{

/// The folders that were opened last, as a menu. Those that are gone are disabled and say so. UI thread.
class RecentMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecentMenu)

public:
    /// `recent` outlives the menu.
    RecentMenu(RecentFolders& recent, QWidget* parent);

    /// One for each possible entry; those without an entry are invisible. For other places that offer the same.
    [[nodiscard]] const QList<QAction*>& folderActions() const { return m_folders; }
    [[nodiscard]] QAction* clearAction() const { return m_clear; }

Q_SIGNALS:
    void chosen(const gapless::ui::RecentFolders::Entry& entry);

private:
    void refresh();

    RecentFolders& m_recent;
    QList<QAction*> m_folders;
    QAction* m_empty = nullptr;
    QAction* m_clear = nullptr;
};

} // namespace gapless::ui
