// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "ui/bridge/language.h"

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
/// of its splitters, the tab, theme and language, which plots are shown, the folders opened last, and the folders in
/// which further runs lie. Splitters, pages of the tabs and choices are known by their object names. UI thread.
class WindowMemory final
{
public:
    struct Parts
    {
        QMainWindow& window;
        QTabWidget& tabs;
        DesktopTheme& theme;
        Language& language;
        RecentFolders& recent;
        RunLibrary& runs;
        QList<QAction*> choices; ///< entries that can be ticked
    };

    explicit WindowMemory(Parts parts);

    /// Where it is kept.
    [[nodiscard]] static QString file();
    /// As it was kept by the window before.
    [[nodiscard]] static Language::Choice language();
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
