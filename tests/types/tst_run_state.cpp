// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/run_state.h"

#include <array>
#include <string>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

constexpr std::array<RunState, 8> allStates{RunState::Idle,      RunState::Preparing, RunState::Running,
                                            RunState::Paused,    RunState::Stopping,  RunState::Finished,
                                            RunState::Cancelled, RunState::Failed};

// Rows: from; columns: to; in the order of allStates. Written out as the design's table, not computed.
constexpr std::array<const char*, 8> table{
    ".P......", // Idle
    "..RAS..F", // Preparing
    "...ASN.F", // Running
    "..R.S..F", // Paused
    "......CF", // Stopping
    ".P......", // Finished
    ".P......", // Cancelled
    ".P......", // Failed
};

std::string nameOf(RunState state)
{
    return std::string(runStateName(state));
}

} // namespace

class TstRunState final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyTheTablesTransitionsAreAllowed_data();
    void onlyTheTablesTransitionsAreAllowed();
    void predicatesFollowTheTable_data();
    void predicatesFollowTheTable();
};

void TstRunState::onlyTheTablesTransitionsAreAllowed_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<bool>("isAllowed");
    for (std::size_t from = 0; from < allStates.size(); ++from)
        for (std::size_t to = 0; to < allStates.size(); ++to)
            QTest::newRow((nameOf(allStates[from]) + " to " + nameOf(allStates[to])).c_str())
                << static_cast<int>(allStates[from]) << static_cast<int>(allStates[to]) << (table[from][to] != '.');
}

void TstRunState::onlyTheTablesTransitionsAreAllowed()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QFETCH(bool, isAllowed);
    QCOMPARE(isTransitionAllowed(static_cast<RunState>(from), static_cast<RunState>(to)), isAllowed);
}

void TstRunState::predicatesFollowTheTable_data()
{
    QTest::addColumn<int>("state");
    for (const RunState state : allStates)
        QTest::newRow(nameOf(state).c_str()) << static_cast<int>(state);
}

void TstRunState::predicatesFollowTheTable()
{
    QFETCH(int, state);
    const auto from = static_cast<RunState>(state);
    QCOMPARE(canStart(from), isTransitionAllowed(from, RunState::Preparing));
    QCOMPARE(canPause(from), isTransitionAllowed(from, RunState::Paused));
    QCOMPARE(canResume(from), from == RunState::Paused);
    QCOMPARE(canStop(from), isTransitionAllowed(from, RunState::Stopping));
    QCOMPARE(isAtRest(from), canStart(from));
}

GAPLESS_TEST(TstRunState, "run_state")
#include "tst_run_state.moc"
