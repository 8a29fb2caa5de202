// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#define GAPLESS_TEST_GUI
#include "tests/support/test_main.cpp" // NOLINT(bugprone-suspicious-include): the same registry, another main

#include <QApplication>

#include "ui/bridge/language.h"

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    // The tests speak of English texts, with their plural forms.
    gapless::ui::Language::install(gapless::ui::Language::Choice::English);
    return gapless::test::runUnits(argc, argv);
}
