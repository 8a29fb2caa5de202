// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include <chrono>
#include <optional>
#include <utility>

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QMenu>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/desktop_theme.h"
#include "ui/bridge/folder_guess.h"
#include "ui/bridge/inspector.h"
#include "ui/bridge/language.h"
#include "ui/bridge/metric_pump.h"
#include "ui/bridge/recent_folders.h"
#include "ui/bridge/run_library.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/sample_reader.h"
#include "ui/bridge/training_controller.h"
#include "ui/bridge/window_memory.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/models/dataset_words.h"
#include "ui/models/error_place.h"
#include "ui/models/program_facts.h"
#include "ui/models/settings.h"
#include "ui/models/value_format.h"
#include "ui/panels/data_panel.h"
#include "ui/panels/folder_edit.h"
#include "ui/panels/masks_panel.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/plot_grid.h"
#include "ui/panels/preset_bar.h"
#include "ui/panels/recent_menu.h"
#include "ui/panels/run_bar.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/settings_panel.h"
#include "ui/panels/status_strip.h"
#include "ui/panels/themed_icon.h"
#include "ui/panels/train_panel.h"
#include "ui/panels/welcome_panel.h"

/// In the global namespace, as the macro wants it: a static library's resources are not linked otherwise.
static void initialiseResources() // NOLINT(misc-use-anonymous-namespace)
{
    Q_INIT_RESOURCE(app);
}

namespace gapless::ui
{
namespace
{

/// How long the end of a run may take after its running step once the window is closed.
constexpr std::chrono::seconds LeaveLimit{2};
constexpr int SettingsWidth = 304;

QString endTitle(const RunSummary& summary)
{
    return summary.outcome == RunState::Finished ? MainWindow::tr("Finished.") : MainWindow::tr("Stopped.");
}

QString endText(const RunSummary& summary)
{
    QString text;
    if (summary.isEndedEarly)
        text = MainWindow::tr("Ended early: the patience was over. ");
    if (summary.bestScore)
        text += MainWindow::tr("Best %1 %2 in epoch %3. ")
                    .arg(scoreWords(summary.bestBy), numberText(*summary.bestScore))
                    .arg(summary.bestEpoch);
    return text + MainWindow::tr("Checkpoints and report: %1").arg(QString::fromStdString(summary.runFolder.string()));
}

QString waitTitle()
{
    return MainWindow::tr("The run waits for data.");
}

} // namespace

MainWindow::MainWindow(std::unique_ptr<TrainingEngine> engine,
                       std::function<std::unique_ptr<ModelServices>()> makeServices, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(new Settings(this))
    , m_datasets(new DatasetController(this))
    , m_training(new TrainingController(std::move(engine), this))
    , m_pump(new MetricPump(*m_training, this))
    , m_inspector(new Inspector(*m_training, std::move(makeServices), this))
    , m_starter(new RunStarter(*m_settings, *m_datasets, *m_training, this))
    , m_library(new RunLibrary(this))
    , m_reader(new SampleReader(this))
    , m_theme(new DesktopTheme(this))
    , m_language(new Language(this))
    , m_recent(new RecentFolders(this))
    , m_facts(std::make_unique<ProgramFacts>())
{
    initialiseResources();
    setWindowTitle(tr("Gapless"));
    setAcceptDrops(true);
    // What is left of the screen by panels and the window's frame.
    constexpr QSize wished(1360, 860);
    constexpr QSize frame(16, 48);
    resize(wished.boundedTo(screen()->availableSize() - frame));
    makeLayout();
    makeThemeAndHelp();
    connectRun();
    connectData();
    connectLeaving();
    updatePage();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeLayout()
{
    m_runBar = new RunBar(*m_training, *m_starter, this);
    addToolBar(m_runBar);
    m_recentMenu = new RecentMenu(*m_recent, m_runBar);
    m_runBar->setMenu(*m_runBar->openAction(), *m_recentMenu);
    m_settingsPanel = new SettingsPanel(*m_settings, *m_datasets, this);
    m_settingsPanel->setMinimumWidth(SettingsWidth - 40);

    m_trainPanel = new TrainPanel(*m_pump, this);
    m_masksPanel = new MasksPanel(*m_inspector, this);
    m_dataPanel = new DataPanel(*m_datasets, *m_settings, *m_reader, this);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_runsPanel = new RunsPanel(*m_library, *m_starter, *m_training, this);
    m_tabs->setCornerWidget(m_trainPanel->plotChooser());
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateCorner);
    const auto tellUnsaved = [this](const QString& text) {
        m_messages->showMessage(MessageBar::Kind::Failure, tr("The plot was not saved."), text);
    };
    connect(m_trainPanel, &TrainPanel::saveFailed, this, tellUnsaved);
    connect(m_settingsPanel, &SettingsPanel::saveFailed, this, tellUnsaved);
    m_welcome = new WelcomePanel(*m_recentMenu, this);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_welcome);
    m_pages->addWidget(m_trainPanel);
    const auto addTab = [this](QWidget* page, const QString& name, const QString& title) {
        page->setObjectName(name);
        m_tabs->addTab(page, title);
    };
    addTab(m_pages, QStringLiteral("train"), tr("&Train"));
    addTab(m_masksPanel, QStringLiteral("masks"), tr("&Masks"));
    addTab(m_dataPanel, QStringLiteral("data"), tr("&Data"));
    addTab(m_runsPanel, QStringLiteral("runs"), tr("&Runs"));

    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setObjectName(QStringLiteral("settings"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_settingsPanel);
    m_splitter->addWidget(m_tabs);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({SettingsWidth, 1040});
    m_messages = new MessageBar(this);
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_splitter, 1);
    setCentralWidget(centre);

    m_status = new StatusStrip(*m_training, *m_pump, this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_status, 1);
}

void MainWindow::makeThemeAndHelp()
{
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    const auto addChoice = [this, menu, group](const QString& text, DesktopTheme::Choice choice) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(choice == m_theme->choice());
        group->addAction(action);
        connect(action, &QAction::triggered, m_theme, [this, choice] { m_theme->setChoice(choice); });
        connect(m_theme, &DesktopTheme::choiceChanged, action,
                [this, action, choice] { action->setChecked(m_theme->choice() == choice); });
    };
    addChoice(tr("As the system"), DesktopTheme::Choice::System);
    addChoice(tr("Light"), DesktopTheme::Choice::Light);
    addChoice(tr("Dark"), DesktopTheme::Choice::Dark);
    addLanguages(*menu);
    auto* button = new QToolButton(this);
    button->setIcon(themedIcon(QStringLiteral("theme")));
    button->setText(tr("Theme"));
    button->setToolTip(tr("Light or dark, and the language"));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_runBar->addWidget(button);

    auto* help = new QAction(themedIcon(QStringLiteral("help")), tr("Help"), this);
    help->setObjectName(QStringLiteral("help"));
    help->setShortcut(QKeySequence::HelpContents);
    help->setToolTip(tr("How to begin, and what the numbers mean (F1)"));
    connect(help, &QAction::triggered, this, &MainWindow::showHelp);
    m_runBar->addAction(help);
    auto* about = new QAction(tr("About Gapless"), this);
    about->setObjectName(QStringLiteral("about"));
    about->setToolTip(tr("Version, what the program is made of and runs on, licence"));
    connect(about, &QAction::triggered, this, &MainWindow::showAbout);
    m_runBar->setMenu(*help, {help, about});
    auto* quit = new QAction(tr("Quit"), this);
    quit->setShortcut(QKeySequence(tr("Ctrl+Q"))); // QKeySequence::Quit is empty outside of some desktops
    connect(quit, &QAction::triggered, this, &QWidget::close);
    addAction(quit);
}

void MainWindow::addLanguages(QMenu& menu)
{
    menu.addSeparator();
    QMenu* languages = menu.addMenu(tr("Language"));
    auto* group = new QActionGroup(languages);
    const auto add = [this, languages, group](const QString& text, Language::Choice choice) {
        QAction* action = languages->addAction(text);
        action->setCheckable(true);
        action->setChecked(choice == m_language->choice());
        group->addAction(action);
        connect(action, &QAction::triggered, m_language, [this, choice] {
            m_language->setChoice(choice);
            showNotice(tr("Language:"), tr("it changes when Gapless is started the next time."));
        });
        connect(m_language, &Language::choiceChanged, action,
                [this, action, choice] { action->setChecked(m_language->choice() == choice); });
    };
    add(tr("As the system"), Language::Choice::System);
    // Each in its own words, for those who do not know the present ones.
    add(QStringLiteral("English"), Language::Choice::English);
    add(QStringLiteral("Deutsch"), Language::Choice::German);
}

void MainWindow::connectRun()
{
    connect(m_training, &TrainingController::prepared, this, [this](const RunPlan& plan) {
        m_settingsPanel->showPlan(plan);
        m_trainPanel->showPlan(plan, m_settings->config().training.clip);
        m_masksPanel->showPlan(plan);
        m_dataPanel->showPlan(plan);
    });
    connect(m_training, &TrainingController::previewsArrived, this,
            [this](const std::shared_ptr<const PreviewSet>& previews) {
                m_trainPanel->showPreviews(*previews);
                m_masksPanel->showPreviews(previews);
            });
    connect(m_training, &TrainingController::epochFinished, this, [this](const EpochRecord& record) {
        if (record.validation)
            m_masksPanel->showScores(*record.validation);
    });
    connect(m_pump, &MetricPump::updated, m_settingsPanel, [this] { m_settingsPanel->showStep(m_pump->metrics()); });
    connect(m_trainPanel, &TrainPanel::sampleChosen, this, [this](const QString& name) {
        showTab(Tab::Masks);
        m_masksPanel->showSample(name);
    });
    connect(m_training, &TrainingController::failed, this,
            [this](const Error& error) { showFailure(tr("The run failed."), error); });
    connect(m_settings, &Settings::changed, this, [this](const QString& key) {
        if (isLiveField(key.toStdString()) && m_settings->problem(key).isEmpty())
            m_training->changeSettings(liveSettingsOf(m_settings->config()));
    });
    connect(m_training, &TrainingController::settingsChanged, m_settingsPanel, &SettingsPanel::showChange);
    connect(m_training, &TrainingController::settingsRefused, this,
            [this](const Error& error) { showFailure(tr("The run goes on with its old settings."), error); });
    connect(m_training, &TrainingController::waitsLong, this, [this](const LongWait& wait) {
        m_messages->showMessage(MessageBar::Kind::Failure, waitTitle(), QString::fromStdString(longWaitText(wait)));
    });
    connect(m_training, &TrainingController::stepsArrived, this, [this] { m_messages->hideMessage(waitTitle()); });
    connect(m_training, &TrainingController::ended, this, [this](const RunSummary& summary) {
        if (summary.outcome != RunState::Failed)
            m_messages->showMessage(MessageBar::Kind::Note, endTitle(summary), endText(summary));
    });
    // A factor that was set in mid-run was for that run.
    connect(m_training, &TrainingController::prepared, this,
            [this] { m_factorAtStart = m_settings->text(QStringLiteral("training.learning_rate_factor")); });
    connect(m_training, &TrainingController::ended, this, [this] {
        if (!m_factorAtStart.isEmpty())
            m_settings->setText(QStringLiteral("training.learning_rate_factor"), m_factorAtStart);
        m_factorAtStart.clear();
    });
    connect(m_training, &TrainingController::commandsChanged, this, [this] {
        m_settingsPanel->setRunning(m_training->isBusy());
        if (m_training->pending() == TrainingController::Pending::Start) {
            m_messages->hide();
            showTab(Tab::Train);
        }
        updatePage();
    });
}

void MainWindow::connectData()
{
    connect(m_runBar->openAction(), &QAction::triggered, this, &MainWindow::chooseFolders);
    connect(m_runBar->sampleAction(), &QAction::triggered, this, &MainWindow::openSample);
    connect(m_recentMenu, &RecentMenu::chosen, this, [this](const RecentFolders::Entry& entry) {
        if (entry.isSample)
            openSample();
        else
            openFolders(entry.folders.images, entry.folders.masks);
    });
    connect(m_welcome, &WelcomePanel::openChosen, this, &MainWindow::chooseFolders);
    connect(m_welcome, &WelcomePanel::sampleChosen, this, &MainWindow::openSample);
    connect(m_settings, &Settings::changed, this, &MainWindow::updatePage);
    connect(m_datasets, &DatasetController::sampleReady, this, [this](const QString& images, const QString& masks) {
        m_isMakingSample = false;
        m_welcome->setBusy(false);
        updateActivity();
        m_starter->useSample(images, masks);
    });
    connect(m_datasets, &DatasetController::sampleFailed, this, [this](const Error& error) {
        m_isMakingSample = false;
        m_welcome->setBusy(false);
        updateActivity();
        m_messages->showMessage(MessageBar::Kind::Failure, tr("The sample could not be made."),
                                QString::fromStdString(error.text()));
    });
    connect(m_datasets, &DatasetController::stateChanged, this, [this] {
        updateActivity();
        rememberFolders();
        const auto& report = m_datasets->report();
        const RunState run = m_training->state();
        const bool isOfARun = run == RunState::Running || run == RunState::Paused || run == RunState::Stopping;
        if (report != nullptr && !isOfARun)
            m_masksPanel->showDataset(*report);
        if (m_datasets->state() == DatasetController::State::Failed || (report != nullptr && report->hasErrors()))
            showTab(Tab::Data);
    });
    connect(&m_settingsPanel->presets(), &PresetBar::failed, this, [this](const QString& what, const Error& error) {
        m_messages->showMessage(MessageBar::Kind::Failure, what, QString::fromStdString(error.text()));
    });
    connect(m_starter, &RunStarter::refused, this, [this](const QString& reason) {
        m_messages->showMessage(MessageBar::Kind::Failure, tr("Training cannot start."), reason);
    });
}

void MainWindow::connectLeaving()
{
    m_grace.setSingleShot(true);
    m_grace.setInterval(LeaveLimit);
    connect(&m_grace, &QTimer::timeout, this, [this] { Q_EMIT left(false); });
    connect(m_training, &TrainingController::ended, this, &MainWindow::leaveWhenQuiet);
    connect(m_training, &TrainingController::stateChanged, this, &MainWindow::leaveWhenQuiet);
    connect(m_datasets, &DatasetController::becameIdle, this, &MainWindow::leaveWhenQuiet);
    connect(m_library, &RunLibrary::becameIdle, this, &MainWindow::leaveWhenQuiet);
    connect(m_reader, &SampleReader::becameIdle, this, &MainWindow::leaveWhenQuiet);
    connect(m_recent, &RecentFolders::becameIdle, this, &MainWindow::leaveWhenQuiet);
    connect(m_inspector, &Inspector::becameIdle, this, &MainWindow::leaveWhenQuiet);
}

void MainWindow::openFolders(const QString& images, const QString& masks)
{
    m_settings->setText(QStringLiteral("data.images"), images);
    m_settings->setText(QStringLiteral("data.masks"), masks);
}

void MainWindow::openSample()
{
    if (m_isMakingSample)
        return;
    m_isMakingSample = true;
    m_welcome->setBusy(true);
    updateActivity();
    m_datasets->makeSample();
}

void MainWindow::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(static_cast<int>(tab));
}

void MainWindow::rememberLayout()
{
    m_memory = std::make_unique<WindowMemory>(WindowMemory::Parts{*this, *m_tabs, *m_theme, *m_language, *m_recent,
                                                                  *m_library, m_trainPanel->grid().choices()});
    m_memory->restore();
    if (!m_starter->hasFolders() && m_tabs->currentWidget() == m_dataPanel)
        showTab(Tab::Train); // where one can begin
    // Now, and not only when the window is closed: it may never be.
    connect(m_recent, &RecentFolders::changed, this, [this] { m_memory->save(); });
    connect(m_theme, &DesktopTheme::choiceChanged, this, [this] { m_memory->save(); });
    connect(m_language, &Language::choiceChanged, this, [this] { m_memory->save(); });
}

void MainWindow::showNotice(const QString& title, const QString& text)
{
    m_messages->showMessage(MessageBar::Kind::Note, title, text);
}

void MainWindow::showFailure(const QString& title, const Error& error)
{
    const ErrorPlace place = errorPlace(error);
    std::function<void()> go;
    if (!place.button.isEmpty())
        go = [this, key = place.settings] {
            if (key.isEmpty())
                showTab(Tab::Data);
            else
                m_settingsPanel->showField(key);
        };
    m_messages->showMessage(MessageBar::Kind::Failure, title, QString::fromStdString(error.text()), place.button,
                            std::move(go));
}

void MainWindow::offerUnfinishedRun()
{
    const std::optional<UnfinishedRun> run = m_starter->unfinishedRun();
    if (!run)
        return;
    m_messages->showMessage(
        MessageBar::Kind::Note, run->hasFailed ? tr("A run failed:") : tr("A run was interrupted:"),
        tr("%1. It can go on from its last checkpoint.").arg(QString::fromStdString(run->folder.string())),
        tr("Resume"), [this, run = *run] { m_starter->resume(run); });
}

void MainWindow::chooseFolders()
{
    auto* dialog = new QFileDialog(this, tr("Folder of images (or one that holds images and masks)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFolder);
    dialog->open();
}

void MainWindow::openFolder(const QString& folder)
{
    if (const auto pair = guessFolders(folder))
        openFolders(pair->images, pair->masks);
    else
        chooseMasksFor(folder);
}

void MainWindow::chooseMasksFor(const QString& images)
{
    auto* dialog = new QFileDialog(this, tr("Folder of masks for %1").arg(images), images + QStringLiteral("/.."));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, images](const QString& masks) { openFolders(images, masks); });
    dialog->open();
}

void MainWindow::rememberFolders()
{
    // What could be read through has been opened, however it was chosen.
    if (m_datasets->state() != DatasetController::State::Checked)
        return;
    const FolderPair folders{QString::fromStdString(m_datasets->request().images),
                             QString::fromStdString(m_datasets->request().masks)};
    m_recent->add({folders, folders.images.startsWith(DatasetController::defaultSampleFolder() + u'/')});
}

void MainWindow::updatePage()
{
    const bool isEmpty = !m_starter->hasFolders() && !m_training->isBusy() && m_pump->metrics().step() == 0;
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_welcome) : m_trainPanel);
    updateCorner();
}

void MainWindow::updateCorner()
{
    m_trainPanel->plotChooser()->setVisible(m_tabs->currentWidget() == m_pages &&
                                            m_pages->currentWidget() == m_trainPanel);
}

void MainWindow::updateActivity()
{
    if (m_isMakingSample)
        m_status->setActivity(tr("Making the sample ..."));
    else if (m_datasets->state() == DatasetController::State::Checking)
        m_status->setActivity(tr("Checking the folders ..."));
    else
        m_status->setActivity({});
}

void MainWindow::showHelp()
{
    if (m_help == nullptr)
        m_help = new HelpDialog(this);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
}

void MainWindow::setProgramFacts(const ProgramFacts& facts)
{
    *m_facts = facts;
}

void MainWindow::showAbout()
{
    m_facts->runsFolder = QString::fromStdString(m_starter->runsFolder().string());
    m_facts->settingsFile = WindowMemory::file();
    auto* about = new AboutDialog(*m_facts, this);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->show();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    event->accept();
    if (m_isLeaving)
        return;
    m_isLeaving = true;
    if (m_memory)
        m_memory->save();
    hide();
    m_training->stop(StopMode::Save);
    m_datasets->reset();
    leaveWhenQuiet();
}

void MainWindow::leaveWhenQuiet()
{
    if (!m_isLeaving)
        return;
    if (!m_training->isBusy() && !m_datasets->isBusy() && !m_library->isBusy() && !m_reader->isBusy() &&
        !m_recent->isBusy() && !m_inspector->isWorking()) {
        m_grace.stop();
        // Whoever hears it may end the event loop, which has to be running for that.
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT left(true); }, Qt::QueuedConnection);
        return;
    }
    // A running step is waited for; the clock runs from its end, or at once where there is none.
    const bool isStepOver = !m_training->isBusy() || m_training->state() == RunState::Stopping ||
                            m_training->state() == RunState::Preparing || isAtRest(m_training->state());
    if (isStepOver && !m_grace.isActive())
        m_grace.start();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!m_training->isBusy() && !droppedFolder(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString folder = droppedFolder(event->mimeData());
    if (folder.isEmpty() || m_training->isBusy())
        return;
    event->acceptProposedAction();
    openFolder(folder);
}

} // namespace gapless::ui
