// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include <QObject>
#include <QString>
#include <QTimer>

#include "core/config/run_config.h"
#include "core/session/run_folder.h"

namespace gapless::ui
{

class DatasetController;
class Settings;
class TrainingController;

/// From settings to a run: keeps the data checked as the folders change, says what is missing, gives each run a fresh
/// folder, and checks before it starts what has not been checked yet. UI thread.
class RunStarter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunStarter)

public:
    RunStarter(Settings& settings, DatasetController& datasets, TrainingController& training,
               QObject* parent = nullptr);

    /// Why Start is not possible, in one sentence; empty when it is.
    [[nodiscard]] QString missing() const;
    [[nodiscard]] bool isWaitingForCheck() const { return m_startAfterCheck; }
    [[nodiscard]] bool hasFolders() const;

    /// Starts, or checks the data first and starts then; otherwise refused().
    void start();
    /// Takes the folders and settings that suit the built-in sample's small pictures; other folders bring back the
    /// settings of before, where they have not been changed since.
    void useSample(const QString& images, const QString& masks);

    /// Runs get their folder below this one while the user has named none.
    void setRunsFolder(const std::filesystem::path& folder);
    [[nodiscard]] const std::filesystem::path& runsFolder() const { return m_runsFolder; }

    /// Of the runs folder: one that ended without its last word.
    [[nodiscard]] std::optional<UnfinishedRun> unfinishedRun() const { return newestUnfinishedRun(m_runsFolder); }
    /// Takes its settings and goes on with it; refused() when a run is going on.
    void resume(const UnfinishedRun& run);
    /// Takes the settings of another run for the next one, which gets a folder of its own; refused() when a run is
    /// going on, as some of them would act on that.
    void useSettings(const RunConfig& config);

Q_SIGNALS:
    void refused(const QString& reason);
    /// missing() may read differently.
    void readinessChanged();
    void runsFolderChanged();

private:
    [[nodiscard]] bool isChecked() const;
    void checkNow();
    void onDatasetChanged();
    void launch();
    void suggestRunFolder();
    void leaveSample();
    void restoreData(DataConfig& data) const;
    /// The start that waits for a check was meant for other data.
    void forgetStart();
    /// Where the runs of the chosen data go, without a number.
    [[nodiscard]] std::filesystem::path folderForData() const;
    /// What the program itself has numbered, or would, to get the present run folder.
    [[nodiscard]] std::filesystem::path suggestedBase() const;

    Settings& m_settings;
    DatasetController& m_datasets;
    TrainingController& m_training;
    QTimer m_checkTimer;
    std::filesystem::path m_runsFolder;
    std::string m_suggestedRun;           ///< the run folder as last suggested: replaced freely
    std::string m_numberedRun;            ///< the run folder as last left by suggestRunFolder() ...
    std::filesystem::path m_numberedBase; ///< ... and what it is without the number given there
    std::string m_sampleImages;           ///< while the sample is chosen
    std::string m_sampleMasks;
    RunConfig m_beforeSample;
    bool m_startAfterCheck = false;
};

/// `folder`, or with -2, -3, ... at its end where that exists already and is not an empty folder. A number at its end
/// is replaced only where the rest is `suggested`, the program's own name; otherwise it is part of the name.
[[nodiscard]] std::filesystem::path freshFolder(const std::filesystem::path& folder,
                                                const std::filesystem::path& suggested = {});

} // namespace gapless::ui
