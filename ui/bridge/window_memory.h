// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAction;
class QMainWindow;
class QSettings;
class QSplitter;
class QTabWidget;

namespace gapless::ui
{

class DesktopTheme;
class RecentFolders;
class RunLibrary;

/// What the window keeps from one start to the next, in the user's configuration folder: its size and place, the parts
/// of its splitters, the tab, the theme, which plots are shown, the folders opened last, and the folders in which
/// further runs lie. Splitters, pages of the tabs and choices are known by their object names. UI thread.
class WindowMemory final
{
public:
    struct Parts
    {
        QMainWindow& window;
        QTabWidget& tabs;
        DesktopTheme& theme;
        RecentFolders& recent;
        RunLibrary& runs;
        QList<QAction*> choices; ///< entries that can be ticked
    };

    explicit WindowMemory(Parts parts);

    /// Where it is kept.
    [[nodiscard]] static QString file();
    /// A place that lies on no screen any more is ignored.
    void restore();
    void save() const;

private:
    void restoreParts(const QSettings& settings);
    void restoreFolders(QSettings& settings);
    void saveFolders(QSettings& settings) const;

    Parts m_parts;
    QList<QSplitter*> m_splitters;
};

} // namespace gapless::ui
