// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>

#include <QList>
#include <QPair>
#include <QString>

#include "core/session/model_services.h"
#include "core/session/training_engine.h"
#include "core/types/run_state.h"
#include "core/types/run_summary.h"
#include "tests/support/temporary_folder.h"
#include "ui/main_window.h"

namespace gapless::test
{

/// Somebody who presses whatever can be pressed, in any order: starts, pauses, resumes, stops, saves, looks at
/// pictures, opens and clears folders, changes settings, closes the window and opens it again. Watches that the window
/// neither hangs nor says what is not so. UI thread.
class RandomUser final
{
public:
    struct Parts
    {
        std::function<std::unique_ptr<TrainingEngine>()> makeEngine;
        std::function<std::unique_ptr<ModelServices>()> makeServices;
        QList<QPair<QString, QString>> settings; ///< key and text, set in each new window
        int pictures = 6;                        ///< in each of the two data sets
        int milliseconds = 0;                    ///< that the event loop runs after each command, at most
    };

    RandomUser(Parts parts, std::uint32_t seed);

    /// What was wrong, and after which command; empty: nothing.
    [[nodiscard]] QString play(int commands);

    /// How much has happened, in words.
    [[nodiscard]] QString told() const;
    [[nodiscard]] int windowsOpened() const { return m_windowsOpened; }
    [[nodiscard]] int ended(RunState outcome) const { return m_ended[static_cast<std::size_t>(outcome)]; }

private:
    struct Command
    {
        const char* name;
        int weight;
        void (RandomUser::*act)();
    };

    void openWindow();
    void start();
    void pauseOrResume();
    void stop();
    void discard();
    void save();
    void inspect();
    void changeSettings();
    void openData();
    void openBrokenData();
    void clearData();
    void checkAgain();
    void showTab();
    void changeLook();
    void pickRun();
    void resumeRun();
    void takeOffer();
    void closeAndReopen();
    void wait();

    [[nodiscard]] int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(m_random); }
    void follow(RunState state);
    void note(const RunSummary& summary);
    /// Waits for it with a running event loop, for longer than anything here takes.
    [[nodiscard]] static bool happens(const std::function<bool()>& condition);
    void complain(const QString& what);
    void lookAtWindow();

    TemporaryFolder m_folder;
    Parts m_parts;
    std::mt19937 m_random;
    std::unique_ptr<ui::MainWindow> m_window;
    RunState m_state = RunState::Idle;
    QString m_complaint;
    int m_runsStarted = 0;
    int m_windowsOpened = 0;
    std::array<int, 8> m_ended{};

    static const std::array<Command, 18> Commands;
};

} // namespace gapless::test
