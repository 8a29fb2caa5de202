// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/screenshot_tour.h"

#include <utility>

#include <QAction>
#include <QMenu>
#include <QPixmap>
#include <QTimer>
#include <QToolButton>

#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/desktop_theme.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/main_window.h"
#include "ui/models/run_list_model.h"
#include "ui/models/settings.h"
#include "ui/panels/class_curves.h"
#include "ui/panels/data_panel.h"
#include "ui/panels/masks_panel.h"
#include "ui/panels/plot_grid.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/train_panel.h"
#include "ui/plots/plot_frame.h"

namespace gapless::ui
{
namespace
{

/// The station "running" is the end of this epoch: all plots have something to show.
constexpr int PictureEpoch = 6;
/// The second run is stopped here.
constexpr int StopEpoch = 4;

} // namespace

ScreenshotTour::ScreenshotTour(MainWindow& window, QString folder, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_folder(std::move(folder))
{
    connect(&m_window.training(), &TrainingController::boundaryCrossed, this, [this](const BoundaryRecord& record) {
        if (m_run > 1 && record.epoch == StopEpoch)
            m_window.training().stop();
        if (m_hasGrabbedRun || record.epoch < PictureEpoch)
            return;
        m_hasGrabbedRun = true;
        grab(QStringLiteral("3-running"), m_window, [this] {
            m_window.showTab(MainWindow::Tab::Masks);
            later([this] {
                grab(QStringLiteral("3a-masks-running"), m_window, [this] {
                    m_window.showTab(MainWindow::Tab::Train);
                    m_window.training().pause();
                });
            });
        });
    });
    connect(&m_window.training(), &TrainingController::stateChanged, this, [this](RunState state) {
        if (state == RunState::Paused)
            later([this] { grab(QStringLiteral("3b-paused"), m_window, [this] { m_window.training().resume(); }); });
    });
    connect(&m_window.training(), &TrainingController::ended, this, [this](const RunSummary& summary) {
        if (m_run == 1)
            later([this] { grab(QStringLiteral("4-finished"), m_window, [this] { showPlots(); }); });
        else if (m_run == 2)
            showRuns();
        else if (summary.outcome == RunState::Failed)
            later([this] { grab(QStringLiteral("8-failed"), m_window, [this] { Q_EMIT finished(m_failure); }); });
        else
            Q_EMIT finished(m_failure);
    });
    connect(&m_window.datasets(), &DatasetController::sampleFailed, this,
            [this](const Error& error) { Q_EMIT finished(QString::fromStdString(error.text())); });
    connect(&m_window.starter(), &RunStarter::refused, this, &ScreenshotTour::finished);
}

void ScreenshotTour::begin()
{
    later([this] { grab(QStringLiteral("1-empty"), m_window, [this] { openSample(); }); });
}

void ScreenshotTour::openSample()
{
    auto* watch = new QObject(this);
    connect(&m_window.datasets(), &DatasetController::stateChanged, watch, [this, watch] {
        if (m_window.datasets().state() == DatasetController::State::Checking)
            return;
        watch->deleteLater();
        later([this] { grab(QStringLiteral("2-sample"), m_window, [this] { m_window.starter().start(); }); });
    });
    m_window.openSample();
}

void ScreenshotTour::showMasks()
{
    m_window.showTab(MainWindow::Tab::Masks);
    m_window.masksPanel().setLayer(MasksPanel::Layer::Errors);
    later([this] { grab(QStringLiteral("4b-masks"), m_window, [this] { showData(); }); });
}

void ScreenshotTour::showPlots()
{
    const PlotGrid& grid = m_window.trainPanel().grid();
    for (int i = 0; i < grid.plots().size(); ++i)
        grid.choice(i)->setChecked(true);
    for (QAction* choice : m_window.trainPanel().classes().button()->menu()->actions())
        choice->setChecked(true);
    grid.plots().constFirst()->setFocus();
    grid.plots().constFirst()->zoom(0.5);
    later([this] { grab(QStringLiteral("4a-plots"), m_window, [this] { showMasks(); }); });
}

void ScreenshotTour::showData()
{
    m_window.showTab(MainWindow::Tab::Data);
    later([this] {
        grab(QStringLiteral("5-data"), m_window, [this] {
            m_window.dataPanel().showCrops(true);
            later([this] { grab(QStringLiteral("5a-crops"), m_window, [this] { showDialogs(); }); });
        });
    });
}

void ScreenshotTour::showDialogs()
{
    m_help = new HelpDialog(&m_window);
    grab(QStringLiteral("6-help"), *m_help, [this] {
        m_window.showAbout();
        auto* about = m_window.findChild<AboutDialog*>();
        grab(QStringLiteral("6a-about"), *about, [this, about] {
            about->close();
            playSecondRun();
        });
    });
}

void ScreenshotTour::playSecondRun()
{
    m_run = 2;
    m_window.settings().setText(QStringLiteral("training.learning_rate"), QStringLiteral("0.03"));
    m_window.settings().setText(QStringLiteral("training.epochs"), QStringLiteral("12"));
    m_window.settings().setText(QStringLiteral("training.batch"), QStringLiteral("4"));
    m_window.starter().start();
}

void ScreenshotTour::showRuns()
{
    // Once both are listed, they are compared, and pictured once their curves have been read.
    RunListModel& runs = m_window.runsPanel().runs();
    auto* watch = new QObject(this);
    connect(&runs, &QAbstractItemModel::rowsInserted, watch, [this, watch, &runs] {
        if (runs.rowCount() < 2)
            return;
        watch->deleteLater();
        for (int row = 0; row < runs.rowCount(); ++row)
            runs.toggle(row);
        QTimer::singleShot(1000, this,
                           [this] { grab(QStringLiteral("7-runs"), m_window, [this] { playFailingRun(); }); });
    });
    m_window.showTab(MainWindow::Tab::Runs);
}

void ScreenshotTour::playFailingRun()
{
    m_run = 3;
    m_window.settings().setText(QStringLiteral("training.learning_rate"), QStringLiteral("1e30"));
    m_window.starter().start();
}

void ScreenshotTour::grab(const QString& name, QWidget& widget, const std::function<void()>& next)
{
    // Widgets hear of a new palette by events: each theme gets its turn of the event loop.
    m_window.theme().setChoice(DesktopTheme::Choice::Light);
    later([this, name, &widget, next] {
        save(name + QStringLiteral("-light"), widget);
        m_window.theme().setChoice(DesktopTheme::Choice::Dark);
        later([this, name, &widget, next] {
            save(name + QStringLiteral("-dark"), widget);
            next();
        });
    });
}

void ScreenshotTour::save(const QString& name, QWidget& widget)
{
    const QString file = QStringLiteral("%1/%2.png").arg(m_folder, name);
    if (!widget.grab().save(file) && m_failure.isEmpty())
        m_failure = tr("%1 cannot be written").arg(file);
}

void ScreenshotTour::later(const std::function<void()>& next)
{
    // Long enough for the plots' own clock (250 ms).
    QTimer::singleShot(400, this, next);
}

} // namespace gapless::ui
