// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/window/random_user.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <utility>

#include <QAction>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include "core/data/sample_set.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/desktop_theme.h"
#include "ui/bridge/inspector.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/models/run_list_model.h"
#include "ui/models/sample_list_model.h"
#include "ui/models/settings.h"
#include "ui/panels/masks_panel.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/run_bar.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/status_strip.h"

namespace gapless::test
{

namespace fs = std::filesystem;
using ui::TrainingController;

namespace
{

constexpr std::chrono::seconds Patience{60};

QString pathText(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

/// A file that an atomic write has left behind.
fs::path leftOver(const fs::path& run)
{
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(run, error))
        if (entry.path().filename().string().contains(".tmp"))
            return entry.path();
    return {};
}

} // namespace

const std::array<RandomUser::Command, 18> RandomUser::Commands{{
    {"start", 20, &RandomUser::start},
    {"pause or resume", 15, &RandomUser::pauseOrResume},
    {"stop", 7, &RandomUser::stop},
    {"discard", 3, &RandomUser::discard},
    {"save", 7, &RandomUser::save},
    {"inspect", 10, &RandomUser::inspect},
    {"change settings", 6, &RandomUser::changeSettings},
    {"open data", 5, &RandomUser::openData},
    {"open broken data", 1, &RandomUser::openBrokenData},
    {"clear data", 1, &RandomUser::clearData},
    {"check again", 2, &RandomUser::checkAgain},
    {"show a tab", 8, &RandomUser::showTab},
    {"change the look", 2, &RandomUser::changeLook},
    {"pick a run", 3, &RandomUser::pickRun},
    {"resume or extend a run", 3, &RandomUser::resumeRun},
    {"take what is offered", 2, &RandomUser::takeOffer},
    {"close and reopen", 1, &RandomUser::closeAndReopen},
    {"wait", 10, &RandomUser::wait},
}};

RandomUser::RandomUser(Parts parts, std::uint32_t seed)
    : m_parts(std::move(parts))
    , m_random(seed)
{
    for (const char* name : {"first", "second"})
        if (!writeSampleSet(m_folder.path() / name, m_parts.pictures, {32, 32}))
            qFatal("the test's data cannot be written");
    fs::create_directories(m_folder.path() / "broken/images");
    fs::create_directories(m_folder.path() / "broken/masks");
    std::ofstream(m_folder.path() / "broken/images/a.png") << "no picture";
    std::ofstream(m_folder.path() / "broken/masks/a.png") << "no picture";
    openWindow();
}

void RandomUser::openWindow()
{
    ++m_windowsOpened;
    m_state = RunState::Idle;
    m_window = std::make_unique<ui::MainWindow>(m_parts.makeEngine(), m_parts.makeServices);
    m_window->starter().setRunsFolder(m_folder.path() / "runs");
    QObject::connect(&m_window->training(), &TrainingController::stateChanged, m_window.get(),
                     [this](RunState state) { follow(state); });
    QObject::connect(&m_window->training(), &TrainingController::ended, m_window.get(),
                     [this](const RunSummary& summary) { note(summary); });
    for (const auto& [key, text] : std::as_const(m_parts.settings))
        m_window->settings().setText(key, text);
    m_window->show();
    m_window->offerUnfinishedRun();
    openData();
}

QString RandomUser::play(int commands)
{
    std::array<int, Commands.size()> ends{};
    std::transform_inclusive_scan(Commands.begin(), Commands.end(), ends.begin(), std::plus<>(),
                                  [](const Command& command) { return command.weight; });
    for (int number = 0; number < commands; ++number) {
        const int drawn = below(ends.back());
        const auto chosen = std::ranges::upper_bound(ends, drawn) - ends.begin();
        const Command& command = Commands.at(static_cast<std::size_t>(chosen));
        (this->*command.act)();
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        if (m_parts.milliseconds > 0)
            QThread::msleep(static_cast<unsigned long>(below(m_parts.milliseconds + 1)));
        lookAtWindow();
        if (!m_complaint.isEmpty())
            return QStringLiteral("%1, after command %2 (%3)")
                .arg(m_complaint)
                .arg(number)
                .arg(QLatin1String(command.name));
    }
    m_window->training().stop();
    if (!happens([this] { return !m_window->training().isBusy(); }))
        return QStringLiteral("the last run does not end");
    lookAtWindow();
    return m_complaint;
}

QString RandomUser::told() const
{
    return QStringLiteral("%1 runs begun by Start; %2 runs finished, %3 were stopped, %4 failed; %5 windows")
        .arg(m_runsStarted)
        .arg(ended(RunState::Finished))
        .arg(ended(RunState::Cancelled))
        .arg(ended(RunState::Failed))
        .arg(m_windowsOpened);
}

void RandomUser::start()
{
    const bool wasBusy = m_window->training().isBusy();
    m_window->runBar().startAction()->trigger();
    m_runsStarted += !wasBusy && m_window->training().isBusy() ? 1 : 0;
}

void RandomUser::pauseOrResume()
{
    if (below(4) > 0)
        m_window->runBar().pauseAction()->trigger();
    else if (below(2) > 0) // also what no button offers now
        m_window->training().pause();
    else
        m_window->training().resume();
}

void RandomUser::stop()
{
    m_window->runBar().stopAction()->trigger();
}

void RandomUser::discard()
{
    m_window->runBar().discardAction()->trigger();
}

void RandomUser::save()
{
    m_window->runBar().saveAction()->trigger();
}

void RandomUser::inspect()
{
    ui::SampleListModel& samples = m_window->masksPanel().samples();
    if (below(2) > 0)
        m_window->showTab(ui::MainWindow::Tab::Masks);
    if (samples.rowCount() == 0)
        return;
    m_window->inspector().ask({samples.pair(below(samples.rowCount()))});
    m_window->masksPanel().setLayer(static_cast<ui::MasksPanel::Layer>(below(6)));
}

void RandomUser::changeSettings()
{
    const std::array<std::pair<const char*, QStringList>, 6> choices{{
        {"speed.workers", {"1", "2", "3", "0"}},
        {"speed.prefetch_depth", {"1", "2", "5", "x"}},
        {"speed.cross_epoch", {"on", "off"}},
        {"training.augment", {"none", "basic"}},
        {"training.learning_rate_factor", {"1", "0.5", "-1"}},
        {"training.epochs", {"1", "2", "3"}},
    }};
    const auto& [key, texts] = choices.at(static_cast<std::size_t>(below(choices.size())));
    m_window->settings().setText(QLatin1String(key), texts[below(static_cast<int>(texts.size()))]);
}

void RandomUser::openData()
{
    const fs::path set = m_folder.path() / (below(2) > 0 ? "first" : "second");
    m_window->openFolders(pathText(set / "images"), pathText(set / "masks"));
}

void RandomUser::openBrokenData()
{
    m_window->openFolders(pathText(m_folder.path() / "broken/images"), pathText(m_folder.path() / "broken/masks"));
}

void RandomUser::clearData()
{
    m_window->openFolders({}, {});
}

void RandomUser::checkAgain()
{
    m_window->datasets().check(m_window->datasets().request());
}

void RandomUser::showTab()
{
    m_window->showTab(static_cast<ui::MainWindow::Tab>(below(4)));
}

void RandomUser::changeLook()
{
    if (below(2) > 0)
        m_window->theme().setChoice(static_cast<ui::DesktopTheme::Choice>(below(3)));
    else
        m_window->resize(700 + below(1200), 500 + below(700));
}

void RandomUser::pickRun()
{
    m_window->showTab(ui::MainWindow::Tab::Runs);
    ui::RunListModel& runs = m_window->runsPanel().runs();
    if (runs.rowCount() == 0)
        return;
    m_window->runsPanel().table().selectRow(below(runs.rowCount()));
    if (below(2) > 0)
        runs.toggle(below(runs.rowCount()));
}

void RandomUser::resumeRun()
{
    ui::RunsPanel& panel = m_window->runsPanel();
    switch (below(3)) {
    case 0:
        panel.resumeButton().click();
        break;
    case 1:
        panel.epochsBox().setValue(1 + below(4));
        panel.extendButton().click();
        break;
    default:
        panel.settingsButton().click();
    }
}

void RandomUser::takeOffer()
{
    if (QToolButton* button = m_window->messages().actionButton())
        button->click();
}

void RandomUser::closeAndReopen()
{
    bool hasLeft = false;
    bool isClean = false;
    QObject::connect(m_window.get(), &ui::MainWindow::left, m_window.get(), [&](bool clean) {
        hasLeft = true;
        isClean = clean;
    });
    m_window->close();
    if (m_window->isVisible())
        complain(QStringLiteral("the closed window is still there"));
    if (!happens([&] { return hasLeft; }) || !isClean)
        return complain(QStringLiteral("the closed window does not leave"));
    m_window.reset();
    fs::remove_all(m_folder.path() / "runs");
    openWindow();
}

void RandomUser::wait()
{
    QCoreApplication::processEvents(QEventLoop::AllEvents, 1 + below(10));
}

void RandomUser::follow(RunState state)
{
    if (!isTransitionAllowed(m_state, state))
        complain(QStringLiteral("the run went from %1 to %2")
                     .arg(QLatin1String(runStateName(m_state)), QLatin1String(runStateName(state))));
    m_state = state;
}

void RandomUser::note(const RunSummary& summary)
{
    ++m_ended.at(static_cast<std::size_t>(summary.outcome));
    if (summary.outcome != m_state)
        complain(QStringLiteral("a run that ended %1 is shown as %2")
                     .arg(QLatin1String(runStateName(summary.outcome)), QLatin1String(runStateName(m_state))));
    if (summary.outcome == RunState::Finished && !fs::exists(summary.runFolder / "checkpoints/last.pt"))
        complain(QStringLiteral("a finished run has no checkpoint: %1").arg(pathText(summary.runFolder)));
    if (const fs::path file = leftOver(summary.runFolder); !file.empty())
        complain(QStringLiteral("%1 is left behind").arg(pathText(file)));
}

bool RandomUser::happens(const std::function<bool()>& condition)
{
    const QDeadlineTimer limit(Patience);
    QTimer looking; // or the wait for the next event might be long
    looking.start(std::chrono::milliseconds(20));
    while (!condition() && !limit.hasExpired())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    return condition();
}

void RandomUser::complain(const QString& what)
{
    if (m_complaint.isEmpty())
        m_complaint = what;
}

void RandomUser::lookAtWindow()
{
    const TrainingController& training = m_window->training();
    const ui::RunBar& bar = m_window->runBar();
    const bool isBusy = training.isBusy();
    const auto require = [this](bool isSo, const char* what) {
        if (!isSo)
            complain(QLatin1String(what));
    };
    require(training.state() == m_state, "the state is another than the one last told");
    require(isBusy || isAtRest(m_state), "no run is going on, and the state says one is");
    require(!isBusy || !bar.startAction()->isEnabled(), "Start is offered while a run is going on");
    require(isBusy || bar.startAction()->isEnabled() ==
                          (m_window->starter().missing().isEmpty() && !m_window->starter().isWaitingForCheck()),
            "Start and what is missing for it disagree");
    require(bar.stopAction()->isEnabled() == training.canStop(), "Stop is not what it should be");
    require(bar.saveAction()->isEnabled() == training.canSave(), "Save is not what it should be");
    require(bar.pauseAction()->isEnabled() == (training.canPause() || training.canResume()),
            "Pause is not what it should be");
    require(isBusy || (!bar.stopAction()->isEnabled() && !bar.pauseAction()->isEnabled()),
            "Stop or Pause is offered without a run");
    if (isBusy && training.pending() == TrainingController::Pending::None && m_state == RunState::Paused) {
        require(m_window->status().stateText() == QLatin1String("Paused"), "a paused run is not shown as one");
        require(bar.pauseAction()->text() == QLatin1String("Resume"), "a paused run does not offer to go on");
    }
    if (isBusy && training.pending() == TrainingController::Pending::None && m_state == RunState::Running)
        require(m_window->status().stateText() == QLatin1String("Running"), "a running run is not shown as one");
    require(m_window->isVisible(), "the window has gone");
}

} // namespace gapless::test
