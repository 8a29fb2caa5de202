// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QMainWindow>
#include <QTimer>

class QMenu;
class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace gapless
{
class ModelServices;
class TrainingEngine;
struct Error;
} // namespace gapless

namespace gapless::ui
{

class DataPanel;
class DatasetController;
class DesktopTheme;
class HelpDialog;
class Inspector;
class Language;
class MasksPanel;
class MessageBar;
class MetricPump;
class RecentFolders;
class RecentMenu;
struct ProgramFacts;
class RunBar;
class RunLibrary;
class RunsPanel;
class RunStarter;
class SampleReader;
class Settings;
class SettingsPanel;
class StatusStrip;
class TrainingController;
class TrainPanel;
class WelcomePanel;
class WindowMemory;

/// The window: layout and wiring. UI thread.
///
/// Closing hides it at once; left() follows when the run has ended, at most two seconds after its running step.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    enum class Tab { Train, Masks, Data, Runs };

    /// `makeServices` is called on a worker thread, when a checkpoint is first looked at.
    explicit MainWindow(std::unique_ptr<TrainingEngine> engine,
                        std::function<std::unique_ptr<ModelServices>()> makeServices = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFolders(const QString& images, const QString& masks);
    void openSample();
    void showTab(Tab tab);
    void showAbout();
    /// Size, place, tab, theme, plots and recent folders as they were left; kept from now on.
    void rememberLayout();
    /// For the About dialog; the folders are filled in here.
    void setProgramFacts(const ProgramFacts& facts);
    /// Something to know that is no failure.
    void showNotice(const QString& title, const QString& text);
    /// Where a run of the runs folder ended without its last word: asks whether to go on with it.
    void offerUnfinishedRun();

    [[nodiscard]] Settings& settings() { return *m_settings; }
    [[nodiscard]] TrainingController& training() { return *m_training; }
    [[nodiscard]] DatasetController& datasets() { return *m_datasets; }
    [[nodiscard]] RunStarter& starter() { return *m_starter; }
    [[nodiscard]] DesktopTheme& theme() { return *m_theme; }
    [[nodiscard]] Language& language() { return *m_language; }
    [[nodiscard]] RunBar& runBar() { return *m_runBar; }
    [[nodiscard]] SettingsPanel& settingsPanel() { return *m_settingsPanel; }
    [[nodiscard]] TrainPanel& trainPanel() { return *m_trainPanel; }
    [[nodiscard]] MasksPanel& masksPanel() { return *m_masksPanel; }
    [[nodiscard]] DataPanel& dataPanel() { return *m_dataPanel; }
    [[nodiscard]] Inspector& inspector() { return *m_inspector; }
    [[nodiscard]] RunsPanel& runsPanel() { return *m_runsPanel; }
    [[nodiscard]] WelcomePanel& welcome() { return *m_welcome; }
    [[nodiscard]] RecentFolders& recent() { return *m_recent; }
    [[nodiscard]] RecentMenu& recentMenu() { return *m_recentMenu; }
    [[nodiscard]] MessageBar& messages() { return *m_messages; }
    [[nodiscard]] StatusStrip& status() { return *m_status; }

Q_SIGNALS:
    /// The window is closed and its work is over; not clean: something does not end in time and must be left behind.
    void left(bool isClean);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeLayout();
    void makeThemeAndHelp();
    void addLanguages(QMenu& menu);
    void connectRun();
    void connectData();
    void connectLeaving();
    void chooseFolders();
    void chooseMasksFor(const QString& images);
    void openFolder(const QString& folder);
    void rememberFolders();
    void updatePage();
    void updateCorner();
    void updateActivity();
    /// With a button that leads to where something can be done about it.
    void showFailure(const QString& title, const Error& error);
    void showHelp();
    void leaveWhenQuiet();

    Settings* m_settings = nullptr;
    DatasetController* m_datasets = nullptr;
    TrainingController* m_training = nullptr;
    MetricPump* m_pump = nullptr;
    Inspector* m_inspector = nullptr;
    RunStarter* m_starter = nullptr;
    RunLibrary* m_library = nullptr;
    SampleReader* m_reader = nullptr;
    DesktopTheme* m_theme = nullptr;
    Language* m_language = nullptr;
    RecentFolders* m_recent = nullptr;
    RunBar* m_runBar = nullptr;
    RecentMenu* m_recentMenu = nullptr;
    MessageBar* m_messages = nullptr;
    QStackedWidget* m_pages = nullptr;
    WelcomePanel* m_welcome = nullptr;
    QTabWidget* m_tabs = nullptr;
    SettingsPanel* m_settingsPanel = nullptr;
    TrainPanel* m_trainPanel = nullptr;
    MasksPanel* m_masksPanel = nullptr;
    DataPanel* m_dataPanel = nullptr;
    RunsPanel* m_runsPanel = nullptr;
    StatusStrip* m_status = nullptr;
    HelpDialog* m_help = nullptr; ///< made when first wanted
    QSplitter* m_splitter = nullptr;
    std::unique_ptr<WindowMemory> m_memory; ///< null: nothing is kept
    QTimer m_grace;
    std::unique_ptr<ProgramFacts> m_facts;
    QString m_factorAtStart; ///< of the run that goes on; empty: none does
    bool m_isLeaving = false;
    bool m_isMakingSample = false;
};

} // namespace gapless::ui
