// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <QObject>
#include <QTimer>

#include "core/types/run_overview.h"
#include "ui/bridge/job_runner.h"
#include "ui/models/listed_run.h"

namespace gapless::ui
{

/// The runs on the disk: lists them, notices new ones, and follows the curves of a few, about once a second while
/// active. Worker threads read the files; a newer request cancels the older one, whose result is dropped. UI thread;
/// never waits, but in its destructor for the file being read.
class RunLibrary final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunLibrary)

public:
    explicit RunLibrary(QObject* parent = nullptr);
    ~RunLibrary() override;

    /// Its subfolders are looked through; in place of the one before.
    void setRunsFolder(const std::filesystem::path& folder);
    /// A run, or a folder of runs, that is listed as well.
    void addFolder(const std::filesystem::path& folder);
    /// The reverse, for a folder that was added.
    void removeFolder(const std::filesystem::path& folder);
    [[nodiscard]] const std::vector<std::filesystem::path>& addedFolders() const { return m_addedFolders; }
    /// The runs folder first.
    [[nodiscard]] std::vector<std::filesystem::path> folders() const;

    /// While nobody looks, nothing is read; what is being read ends early, and goes on from there later.
    void setActive(bool isActive);
    /// The runs whose curves are wanted, instead of those before.
    void setFollowed(const std::vector<std::filesystem::path>& folders);

    /// The present folders have been looked through once.
    [[nodiscard]] bool hasLooked() const { return m_hasLooked; }
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }

Q_SIGNALS:
    /// All runs, whenever something about them has changed; while they are read for the first time, those so far.
    void listed(const std::vector<gapless::ui::ListedRun>& runs);
    void foldersChanged();
    /// Of a followed run.
    void curvesRead(const std::filesystem::path& folder, const gapless::RunNews& news);
    /// isBusy() has become false.
    void becameIdle();

private:
    struct Listing;
    struct Follower;

    void beginAnew();
    void poll();
    void list();
    void follow(const std::shared_ptr<Follower>& follower);

    std::filesystem::path m_runsFolder;
    std::vector<std::filesystem::path> m_addedFolders;
    std::shared_ptr<Listing> m_listing;
    std::vector<std::shared_ptr<Follower>> m_followers;
    bool m_isActive = false;
    bool m_hasLooked = false;
    QTimer m_timer;
    JobRunner m_jobs;
};

} // namespace gapless::ui
