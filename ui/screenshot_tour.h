// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>
#include <QString>

namespace gapless::ui
{

class HelpDialog;
class MainWindow;

/// Plays a whole run on the built-in sample, part of a second one with other settings and one that fails, and writes a
/// picture of the window at each station, in light and dark: empty, sample, running, paused, finished, all plots,
/// masks, data, crops, help, about, runs, failed. UI thread.
class ScreenshotTour final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScreenshotTour)

public:
    /// `window` outlives the tour and is shown. `folder` exists.
    ScreenshotTour(MainWindow& window, QString folder, QObject* parent = nullptr);
    void begin();

Q_SIGNALS:
    /// Empty text: every picture was written; otherwise why not.
    void finished(const QString& failure);

private:
    void openSample();
    /// All plots and classes, the first plot zoomed.
    void showPlots();
    void showMasks();
    void showData();
    void showDialogs();
    void playSecondRun();
    void showRuns();
    /// With a learning rate that no network survives; a scripted engine does, and then there is no picture of it.
    void playFailingRun();
    /// In light and dark, then goes on.
    void grab(const QString& name, QWidget& widget, const std::function<void()>& next);
    void save(const QString& name, QWidget& widget);
    /// Calls back once the window's layout and palette have settled.
    void later(const std::function<void()>& next);

    MainWindow& m_window;
    QString m_folder;
    QString m_failure;
    HelpDialog* m_help = nullptr;
    bool m_hasGrabbedRun = false;
    int m_run = 1;
};

} // namespace gapless::ui
