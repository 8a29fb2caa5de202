// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window makes its user wait for, with the real engine on the built-in sample. One figure a process:
//
//   bench_window first-mask             from the start of the process: painted, first mask, mean IoU of 0.6 (quick
//   look) bench_window heartbeat SECONDS      how late a timer of 50 ms is on the window's thread, and that thread's
//   share of
//                                       the process's CPU time: while 20,000 pairs are checked, then while training: as
//                                       it is, saving, comparing runs, resizing
//   bench_window beat SECONDS           the control, which heartbeat starts beside each part: the same timer alone
//
// Under Xvfb it is X's window that is painted; QT_QPA_PLATFORM=offscreen leaves that out.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTimer>
#include <QWindow>

#include "app/composition.h"
#include "app/process_start.h"
#include "core/data/sample_set.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/main_window.h"
#include "ui/models/presets.h"
#include "ui/models/run_list_model.h"
#include "ui/models/settings.h"
#include "ui/panels/runs_panel.h"

namespace
{

using namespace gapless;
using ui::DatasetController;
using ui::MainWindow;
using ui::TrainingController;

constexpr int BeatMs = 50;
constexpr double WantedIou = 0.6;

double secondsOf(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Since the kernel made the process, to a hundredth of a second (proc_pid_stat(5), starttime).
double processAge()
{
    std::ifstream file("/proc/self/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string field;
    constexpr int starttime = 20; // the 22nd, after the name
    for (int i = 0; i < starttime; ++i)
        fields >> field;
    return secondsOf(CLOCK_BOOTTIME) - std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

struct Lateness
{
    double median = 0;
    double p99 = 0;
    double most = 0;
};

/// A timer on the present thread that notes how late it is, in milliseconds.
class Heartbeat final : public QObject
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(BeatMs);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_late.push_back(std::max(0.0, static_cast<double>(m_clock.nsecsElapsed()) / 1e6 - BeatMs));
            m_clock.restart();
        });
    }
    void begin()
    {
        m_late.clear();
        m_clock.start();
        m_timer.start();
    }
    [[nodiscard]] Lateness end()
    {
        m_timer.stop();
        std::ranges::sort(m_late);
        const auto at = [this](double share) {
            return m_late.empty() ? 0.0
                                  : m_late[static_cast<std::size_t>(share * static_cast<double>(m_late.size() - 1))];
        };
        return {at(0.5), at(0.99), at(1)};
    }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<double> m_late;
};

void runFor(int seconds)
{
    QEventLoop loop; // the application's quit() would close the window
    QTimer::singleShot(std::chrono::seconds(seconds), &loop, &QEventLoop::quit);
    loop.exec();
}

void runUntil(const std::function<bool()>& condition)
{
    QTimer looking; // or the wait for the next event might be long
    looking.start(std::chrono::milliseconds(20));
    while (!condition())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

int beat(int seconds)
{
    Heartbeat heartbeat;
    heartbeat.begin();
    runFor(seconds);
    const Lateness late = heartbeat.end();
    std::printf("%f %f %f\n", late.median, late.p99, late.most);
    return 0;
}

class WindowBench final
{
public:
    WindowBench() { m_window.starter().setRunsFolder(std::filesystem::path(m_folder.path().toStdString()) / "runs"); }

    int firstMask()
    {
        double painted = 0;
        double first = 0;
        double learnt = 0;
        double reached = 0;
        std::string curve;
        const auto isOver = [&] { return reached > 0 || (m_hasEnded && learnt > 0); };
        QObject::connect(&m_window.training(), &TrainingController::previewsArrived, &m_window,
                         [&](const std::shared_ptr<const PreviewSet>& previews) {
                             if (first == 0)
                                 first = processAge();
                             if (learnt == 0 && previews->step > 0)
                                 learnt = processAge();
                         });
        QObject::connect(&m_window.training(), &TrainingController::epochFinished, &m_window,
                         [&](const EpochRecord& record) {
                             if (!record.validation)
                                 return;
                             const double age = processAge();
                             char text[64];
                             (void)std::snprintf(text, sizeof text, " %.2f@%.1fs", record.validation->meanIou, age);
                             curve += text;
                             if (reached == 0 && record.validation->meanIou >= WantedIou)
                                 reached = age;
                         });
        followEnd();
        m_window.show();
        runUntil([&] { return m_window.windowHandle() != nullptr && m_window.windowHandle()->isExposed(); });
        QCoreApplication::processEvents();
        painted = processAge();
        m_window.openSample();
        runUntil([this] { return m_window.starter().missing().isEmpty(); });
        ui::applyPreset(ui::builtInPresets().front(), m_window.settings());
        const double ready = processAge();
        m_window.starter().start();
        runUntil(isOver);
        std::printf("painted %.2f s, sample open %.2f s, first mask %.2f s, first mask after learning %.2f s, mean IoU "
                    "%.1f after %.2f s;%s\n",
                    painted, ready, first, learnt, WantedIou, reached, curve.c_str());
        leave();
        return reached > 0 ? 0 : 1;
    }

    int heartbeat(int seconds)
    {
        m_window.show();
        m_window.openSample();
        runUntil([this] { return m_window.starter().missing().isEmpty(); });
        checkManyPairs();
        m_window.settings().setText(QStringLiteral("training.epochs"), QStringLiteral("2"));
        followEnd();
        for (int run = 0; run < 3; ++run) { // to be compared
            m_hasEnded = false;
            m_window.starter().start();
            runUntil([this] { return m_hasEnded; });
        }
        m_window.settings().setText(QStringLiteral("training.epochs"), QStringLiteral("100000"));
        m_window.starter().start();
        runUntil([this] { return m_window.training().state() == RunState::Running; });
        m_window.showTab(MainWindow::Tab::Train);
        measure("training", seconds);
        {
            QTimer saving;
            QObject::connect(&saving, &QTimer::timeout, &m_window.training(), &TrainingController::save);
            saving.start(std::chrono::seconds(1));
            measure("training, saving each second", seconds);
        }
        m_window.showTab(MainWindow::Tab::Runs);
        ui::RunListModel& runs = m_window.runsPanel().runs();
        runUntil([&runs] { return runs.rowCount() >= 4; });
        for (int row = 0; row < 4; ++row)
            runs.toggle(row);
        measure("training, comparing 4 runs", seconds);
        m_window.showTab(MainWindow::Tab::Train);
        {
            QTimer resizing;
            bool isWide = false;
            QObject::connect(&resizing, &QTimer::timeout, &m_window, [&] {
                m_window.resize(isWide ? QSize(1280, 720) : QSize(1800, 1000));
                isWide = !isWide;
            });
            resizing.start(std::chrono::milliseconds(250));
            measure("training, resized 4 times a second", seconds);
        }
        m_window.training().stop();
        leave();
        return 0;
    }

private:
    void followEnd()
    {
        QObject::connect(&m_window.training(), &TrainingController::ended, &m_window, [this] { m_hasEnded = true; });
    }

    void leave()
    {
        bool hasLeft = false;
        QObject::connect(&m_window, &MainWindow::left, &m_window, [&hasLeft] { hasLeft = true; });
        m_window.close();
        runUntil([&hasLeft] { return hasLeft; });
    }

    /// 20,000 pairs that are hard links to a few.
    void checkManyPairs()
    {
        namespace fs = std::filesystem;
        constexpr int pictures = 20;
        constexpr int pairs = 20'000;
        const fs::path root = fs::path(m_folder.path().toStdString());
        if (!writeSampleSet(root / "few", pictures, {96, 96}))
            qFatal("the pictures cannot be written");
        for (const char* kind : {"images", "masks"}) {
            fs::create_directories(root / "many" / kind);
            std::vector<fs::path> files;
            for (const auto& entry : fs::directory_iterator(root / "few" / kind))
                files.push_back(entry.path());
            std::ranges::sort(files);
            for (int i = 0; i < pairs; ++i)
                fs::create_hard_link(files[static_cast<std::size_t>(i % pictures)],
                                     root / "many" / kind / (std::to_string(i) + ".png"));
        }
        const std::string images = m_window.settings().config().data.images;
        const std::string masks = m_window.settings().config().data.masks;
        const std::string many = (root / "many/images").string();
        const auto isIn = [this, many](DatasetController::State state) {
            return m_window.datasets().request().images == many && m_window.datasets().state() == state;
        };
        m_window.openFolders(QString::fromStdString(many), QString::fromStdString((root / "many/masks").string()));
        runUntil([&isIn] { return isIn(DatasetController::State::Checking); });
        constexpr int control = 5; // seconds, shorter than the check
        measure("checking 20,000 pairs", control, [&isIn] { return isIn(DatasetController::State::Checked); });
        m_window.openFolders(QString::fromStdString(images), QString::fromStdString(masks));
        runUntil([this] { return m_window.starter().missing().isEmpty(); });
    }

    void measure(const char* what, int seconds, const std::function<bool()>& isOver = {})
    {
        QProcess control;
        control.start(QCoreApplication::applicationFilePath(), {QStringLiteral("beat"), QString::number(seconds)});
        const double thread = secondsOf(CLOCK_THREAD_CPUTIME_ID);
        const double process = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        const double begun = secondsOf(CLOCK_MONOTONIC);
        m_heartbeat.begin();
        if (isOver)
            runUntil(isOver);
        else
            runFor(seconds);
        const Lateness late = m_heartbeat.end();
        const double wall = secondsOf(CLOCK_MONOTONIC) - begun;
        const double own = secondsOf(CLOCK_THREAD_CPUTIME_ID) - thread;
        const double all = secondsOf(CLOCK_PROCESS_CPUTIME_ID) - process;
        control.waitForFinished(-1);
        std::printf("%-36s %5.1f s: late median %.1f, p99 %.1f, most %.1f ms; control median, p99, most: %s; window's "
                    "thread %.2f s of %.2f s CPU, %.1f %%\n",
                    what, wall, late.median, late.p99, late.most, control.readAllStandardOutput().trimmed().constData(),
                    own, all, 100 * own / all);
        (void)std::fflush(stdout);
    }

    QTemporaryDir m_folder;
    MainWindow m_window{makeEngine(), &makeServices};
    Heartbeat m_heartbeat;
    bool m_hasEnded = false;
};

} // namespace

int main(int argc, char** argv)
{
    prepareProcess(argv);
    initialiseEngineParts();
    QCoreApplication::setApplicationName(QStringLiteral("gapless"));
    const QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setQuitOnLastWindowClosed(false);
    const std::string what = argc > 1 ? argv[1] : "";
    const int seconds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 20;
    if (what == "beat")
        return beat(seconds);
    if (what == "first-mask")
        return leaveProcess(WindowBench().firstMask());
    if (what == "heartbeat")
        return leaveProcess(WindowBench().heartbeat(seconds));
    (void)std::fprintf(stderr, "bench_window first-mask | heartbeat SECONDS\n");
    return 2;
}
