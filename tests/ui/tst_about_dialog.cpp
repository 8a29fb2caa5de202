// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/models/program_facts.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

namespace
{

ProgramFacts facts()
{
    ProgramFacts facts;
    facts.version = QStringLiteral("9.8.7");
    facts.torch = QStringLiteral("2.99");
    facts.openCv = QStringLiteral("4.99");
    facts.gpu = QStringLiteral("None.");
    facts.machine = {"Example 9000", {"AVX2", "AVX-512"}, 12, 16'000'000'000};
    return facts;
}

QString shown(const QWidget& dialog)
{
    QString text;
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        text += label->text() + u'\n';
    return text;
}

} // namespace

class TstAboutDialog final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHelpButtonLeadsToTheFacts()
    {
        WindowFixture fixture;
        fixture.window->setProgramFacts(facts());
        fixture.window->findChild<QAction*>(QStringLiteral("about"))->trigger();
        auto* dialog = fixture.window->findChild<AboutDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible() && !dialog->isModal());
        const QString text = shown(*dialog);
        const QString runs = QString::fromStdString(fixture.window->starter().runsFolder().string());
        for (const QString& part :
             {QStringLiteral("9.8.7"), QStringLiteral("2.99"), QStringLiteral("4.99"), QStringLiteral("Example 9000"),
              QStringLiteral("AVX2, AVX-512"), QStringLiteral("16.0 GB"), QString::fromLatin1(qVersion()), runs,
              QStringLiteral("window.ini"), QStringLiteral("GPL-3.0-or-later")})
            QVERIFY2(text.contains(part), qPrintable(part + u'\n' + text));
        dialog->copyButton().click();
        const QString copied = QGuiApplication::clipboard()->text();
        for (const ProgramFacts::Row& row : facts().rows())
            QVERIFY2(copied.contains(row.name), qPrintable(copied));
        QVERIFY(copied.contains(runs));
        dialog->close();
        QTRY_VERIFY(fixture.window->findChild<AboutDialog*>() == nullptr);
    }

    void whatIsNotThereIsSaid()
    {
        const QString text = ProgramFacts().text();
        QVERIFY2(text.contains(QStringLiteral("LibTorch: not in this build")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Memory: not told by the system")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Instruction sets: none of those")), qPrintable(text));
    }

    void menusOfTheToolBarOpenByKey()
    {
        WindowFixture fixture;
        QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
        auto* button = qobject_cast<QToolButton*>(
            fixture.window->runBar().widgetForAction(fixture.window->findChild<QAction*>(QStringLiteral("help"))));
        QVERIFY(button != nullptr && button->menu() != nullptr);
        // The menu has an event loop of its own.
        bool wasOpen = false;
        connect(button->menu(), &QMenu::aboutToShow, button, [&wasOpen, button] {
            wasOpen = true;
            QMetaObject::invokeMethod(button->menu(), &QWidget::close, Qt::QueuedConnection);
        });
        QTest::keyClick(button, Qt::Key_Down, Qt::AltModifier);
        QVERIFY(wasOpen);
    }

    void helpIsStillOneKeyAway()
    {
        WindowFixture fixture;
        fixture.window->findChild<QAction*>(QStringLiteral("help"))->trigger();
        QVERIFY(fixture.window->findChild<HelpDialog*>() != nullptr);
    }
};

GAPLESS_TEST(TstAboutDialog, "about_dialog")
#include "tst_about_dialog.moc"
