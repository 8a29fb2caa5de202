// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/run_library.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <system_error>
#include <utility>

#include "core/base/log.h"
#include "core/base/stopwatch.h"
#include "core/session/run_reader.h"

namespace gapless::ui
{
namespace
{

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds PollInterval{1000};
/// While many runs are read for the first time, the list grows at this pace.
constexpr double SecondsBetweenLists = 0.25;
/// Cancelled jobs may still be busy with a slow file while the next ones run.
constexpr int MostJobs = 12;

fs::path normalised(const fs::path& folder)
{
    std::error_code error;
    const fs::path path = fs::absolute(folder, error).lexically_normal();
    return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

void findRunsBelow(const fs::path& folder, const std::stop_token& stop, std::set<fs::path>& found)
{
    std::error_code error;
    fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::directory_iterator() && !stop.stop_requested(); entry.increment(error))
        if (std::error_code ignored; entry->is_directory(ignored) && RunReader::isRun(entry->path()))
            found.insert(entry->path());
}

/// The top of a job.
template<class Function>
void withoutExceptions(const Function& function)
{
    try {
        function();
    } catch (const std::exception& exception) {
        logLine(LogLevel::Warning, std::string("runs cannot be read: ") + exception.what());
    }
}

} // namespace

/// What is known of the runs; only the one job that reads them touches it, but `isReading`. While none does, the window
/// gives it a new `stop`.
struct RunLibrary::Listing
{
    struct Entry
    {
        RunReader reader;
        ListedRun run;
        std::int64_t revision = 0; ///< of the reader
    };

    fs::path runsFolder;
    std::vector<fs::path> addedFolders;
    std::int64_t number = 0; ///< another one for each listing
    std::map<fs::path, Entry> entries;
    std::stop_source stop;
    bool isReading = false; ///< UI thread

    [[nodiscard]] std::set<fs::path> find() const
    {
        std::set<fs::path> found;
        findRunsBelow(runsFolder, stop.get_token(), found);
        for (const fs::path& folder : addedFolders) {
            if (RunReader::isRun(folder))
                found.insert(folder);
            else
                findRunsBelow(folder, stop.get_token(), found);
        }
        return found;
    }

    /// True when a run is not what it was.
    bool update(const fs::path& folder)
    {
        Entry& entry = entries.try_emplace(folder, RunReader(folder)).first->second;
        const RunNews news = entry.reader.read(stop.get_token());
        if (news.isAnew)
            entry.run.meanIou.clear();
        for (const RunPoint& point : news.meanIou)
            entry.run.meanIou.push_back(point.value);
        if (entry.revision == entry.reader.revision())
            return false;
        entry.revision = entry.reader.revision();
        entry.run.revision = (number << 32) + entry.revision; // readers begin anew with each listing
        entry.run.overview = entry.reader.overview();
        entry.run.config = entry.reader.config();
        return true;
    }

    [[nodiscard]] std::vector<ListedRun> runs() const
    {
        std::vector<ListedRun> result;
        for (const auto& [folder, entry] : entries)
            if (entry.revision > 0)
                result.push_back(entry.run);
        return result;
    }
};

/// The same for the curves of a run.
struct RunLibrary::Follower
{
    RunReader reader;
    fs::path folder;
    std::stop_source stop{};
    bool isReading = false; ///< UI thread
};

RunLibrary::RunLibrary(QObject* parent)
    : QObject(parent)
    , m_listing(std::make_shared<Listing>())
    , m_jobs(MostJobs)
{
    connect(&m_jobs, &JobRunner::becameIdle, this, &RunLibrary::becameIdle);
    m_timer.setInterval(PollInterval);
    connect(&m_timer, &QTimer::timeout, this, &RunLibrary::poll);
}

RunLibrary::~RunLibrary()
{
    m_listing->stop.request_stop();
    setFollowed({});
}

void RunLibrary::setRunsFolder(const fs::path& folder)
{
    if (m_runsFolder == normalised(folder))
        return;
    m_runsFolder = normalised(folder);
    beginAnew();
}

void RunLibrary::addFolder(const fs::path& folder)
{
    const fs::path path = normalised(folder);
    if (folder.empty() || path == m_runsFolder || path.parent_path() == m_runsFolder ||
        std::ranges::find(m_addedFolders, path) != m_addedFolders.end())
        return;
    m_addedFolders.push_back(path);
    beginAnew();
}

void RunLibrary::removeFolder(const fs::path& folder)
{
    if (std::erase(m_addedFolders, folder) > 0)
        beginAnew();
}

std::vector<fs::path> RunLibrary::folders() const
{
    std::vector<fs::path> result{m_runsFolder};
    result.insert(result.end(), m_addedFolders.begin(), m_addedFolders.end());
    return result;
}

void RunLibrary::beginAnew()
{
    m_listing->stop.request_stop();
    const auto listing = std::make_shared<Listing>();
    listing->number = m_listing->number + 1;
    listing->runsFolder = m_runsFolder;
    listing->addedFolders = m_addedFolders;
    // What has been read need not be read again, unless a job is at it.
    if (!m_listing->isReading)
        listing->entries = std::move(m_listing->entries);
    m_listing = listing;
    m_hasLooked = false;
    Q_EMIT foldersChanged();
    poll();
}

void RunLibrary::setActive(bool isActive)
{
    m_isActive = isActive;
    if (!isActive) {
        m_timer.stop();
        m_listing->stop.request_stop();
        for (const std::shared_ptr<Follower>& follower : m_followers)
            follower->stop.request_stop();
        return;
    }
    m_timer.start();
    poll();
}

void RunLibrary::setFollowed(const std::vector<fs::path>& folders)
{
    std::erase_if(m_followers, [&folders](const std::shared_ptr<Follower>& follower) {
        const bool isUnwanted = std::ranges::find(folders, follower->folder) == folders.end();
        if (isUnwanted)
            follower->stop.request_stop();
        return isUnwanted;
    });
    for (const fs::path& folder : folders)
        if (std::ranges::find(m_followers, folder, &Follower::folder) == m_followers.end())
            m_followers.push_back(std::make_shared<Follower>(RunReader(folder, RunReader::Detail::Steps), folder));
    poll();
}

void RunLibrary::poll()
{
    if (!m_isActive)
        return;
    // What takes longer than a round is waited for, not begun twice.
    if (!m_listing->isReading)
        list();
    for (const std::shared_ptr<Follower>& follower : m_followers)
        if (!follower->isReading)
            follow(follower);
}

void RunLibrary::list()
{
    m_listing->isReading = true;
    m_listing->stop = std::stop_source();
    const auto work = [this, listing = m_listing, isFirst = !m_hasLooked] {
        const auto tell = [&](bool isWhole) {
            QMetaObject::invokeMethod(
                this,
                [this, listing, isWhole, runs = listing->runs()] {
                    if (listing != m_listing)
                        return;
                    m_hasLooked = m_hasLooked || isWhole;
                    Q_EMIT listed(runs);
                },
                Qt::QueuedConnection);
        };
        withoutExceptions([&] {
            const std::set<fs::path> found = listing->find();
            bool isChanged = std::erase_if(listing->entries,
                                           [&found](const auto& entry) { return !found.contains(entry.first); }) > 0;
            Stopwatch sinceTold;
            for (const fs::path& folder : found) {
                if (listing->stop.stop_requested())
                    return;
                isChanged = listing->update(folder) || isChanged;
                if (isFirst && sinceTold.seconds() > SecondsBetweenLists) {
                    tell(false);
                    sinceTold.restart();
                }
            }
            if (isChanged || isFirst)
                tell(true);
        });
    };
    m_jobs.start(work, [listing = m_listing] { listing->isReading = false; });
}

void RunLibrary::follow(const std::shared_ptr<Follower>& follower)
{
    follower->isReading = true;
    follower->stop = std::stop_source();
    const auto work = [follower] {
        std::optional<RunNews> news;
        withoutExceptions([&] { news = follower->reader.read(follower->stop.get_token()); });
        return news;
    };
    m_jobs.start(work, [this, follower](const std::optional<RunNews>& news) {
        follower->isReading = false;
        const bool isNews = news && (news->isAnew || !news->loss.empty() || !news->meanIou.empty());
        if (isNews && std::ranges::find(m_followers, follower) != m_followers.end())
            Q_EMIT curvesRead(follower->folder, *news);
    });
}

} // namespace gapless::ui
