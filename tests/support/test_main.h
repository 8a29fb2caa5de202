// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest/QtTest>

#include <functional>
#include <map>
#include <string>

namespace gapless::test
{

using Registry = std::map<std::string, std::function<int(int, char**)>>;

Registry& registry();

/// Runs the unit named by the first argument (all of them without one); further arguments are Qt Test's.
int runUnits(int argc, char** argv);

template<class Test>
struct Registered
{
    explicit Registered(const char* unit)
    {
        registry()[unit] = [](int argc, char** argv) {
            Test test;
            return QTest::qExec(&test, argc, argv);
        };
    }
};

} // namespace gapless::test

/// At the end of tst_<unit>.cpp, before its .moc: GAPLESS_TEST(TstUnit, "unit")
#define GAPLESS_TEST(Class, unit) static const gapless::test::Registered<Class> registered##Class{unit};
