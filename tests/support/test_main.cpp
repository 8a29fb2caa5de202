// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QCoreApplication>

#include <cstdio>

namespace gapless::test
{

Registry& registry()
{
    static Registry units;
    return units;
}

int runUnits(int argc, char** argv)
{
    if (argc > 1 && argv[1][0] != '-') {
        const auto unit = registry().find(argv[1]);
        if (unit == registry().end()) {
            std::fprintf(stderr, "no unit named %s\n", argv[1]);
            return 2;
        }
        argv[1] = argv[0];
        return unit->second(argc - 1, argv + 1);
    }
    int failed = 0;
    for (const auto& [name, run] : registry())
        failed += run(argc, argv);
    return failed;
}

} // namespace gapless::test

#ifndef GAPLESS_TEST_GUI
int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return gapless::test::runUnits(argc, argv);
}
#endif
