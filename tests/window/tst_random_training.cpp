// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QtTest/QtTest>

#include "app/composition.h"
#include "tests/support/test_main.h"
#include "tests/window/random_user.h"

using namespace gapless;

class TstRandomTraining final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWindowNeitherHangsNorLiesWithARealNetwork()
    {
        constexpr int commands = 300;
        const auto setting = [](const char* key, const char* text) {
            return QPair<QString, QString>(QLatin1String(key), QLatin1String(text));
        };
        test::RandomUser user(
            {[] { return makeEngine(); },
             [] { return makeServices(); },
             {setting("training.epochs", "2"), setting("training.batch", "2"), setting("training.crop_height", "32"),
              setting("training.crop_width", "32"), setting("speed.threads", "1"), setting("output.previews", "1")},
             6,
             100},
            26);
        const QString complaint = user.play(commands);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
        qInfo("%s", qPrintable(user.told()));
        QVERIFY(user.ended(RunState::Finished) + user.ended(RunState::Cancelled) > 5);
    }
};

GAPLESS_TEST(TstRandomTraining, "random_training")
#include "tst_random_training.moc"
