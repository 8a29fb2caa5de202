// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;
class QSplitter;

namespace gapless::ui
{

class DesktopTheme;

/// Size and place of the window, width of the settings and the theme, from one start to the next, in the user's
/// configuration folder. UI thread.
class WindowMemory final
{
public:
    WindowMemory(QMainWindow& window, QSplitter& splitter, DesktopTheme& theme);

    /// Where it is kept.
    [[nodiscard]] static QString file();
    /// A place that lies on no screen any more is ignored.
    void restore();
    void save() const;

private:
    QMainWindow& m_window;
    QSplitter& m_splitter;
    DesktopTheme& m_theme;
};

} // namespace gapless::ui
