// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QFile>
#include <QLabel>
#include <QLibraryInfo>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTabBar>
#include <QTextBrowser>
#include <QXmlStreamReader>

#include "core/config/config_fields.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/language.h"
#include "ui/bridge/window_memory.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/models/dataset_words.h"
#include "ui/models/field_words.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/status_strip.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

namespace
{

struct Message
{
    QString key; ///< context, text and comment
    QString source;
    QStringList translations; ///< one, or the plural forms
    bool isPlural = false;
    QString type; ///< "unfinished", "vanished", ...
};

QString pathOf(const QString& name)
{
    return QStringLiteral(GAPLESS_SOURCE_DIR "/resources/translations/") + name;
}

Message readMessage(QXmlStreamReader& xml, const QString& context)
{
    Message message;
    message.isPlural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
    QString comment;
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.type = xml.attributes().value(QLatin1String("type")).toString();
            if (!message.isPlural)
                message.translations += xml.readElementText();
            while (message.isPlural && xml.readNextStartElement())
                message.translations += xml.readElementText();
        } else {
            xml.skipCurrentElement();
        }
    }
    message.key = QStringList{context, message.source, comment}.join(u'|');
    return message;
}

QList<Message> readMessages(const QString& path)
{
    QList<Message> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(path));
    QXmlStreamReader xml(&file);
    xml.readNextStartElement();
    while (xml.readNextStartElement()) { // contexts
        QString context;
        while (xml.readNextStartElement()) {
            if (xml.name() == QLatin1String("name"))
                context = xml.readElementText();
            else if (xml.name() == QLatin1String("message"))
                messages += readMessage(xml, context);
            else
                xml.skipCurrentElement();
        }
    }
    if (xml.hasError())
        qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
    return messages;
}

QSet<QString> keysOf(const QList<Message>& messages, bool pluralsOnly = false)
{
    QSet<QString> keys;
    for (const Message& message : messages)
        if (message.isPlural || !pluralsOnly)
            keys += message.key;
    return keys;
}

QString listed(const QSet<QString>& keys)
{
    return QStringList(keys.begin(), keys.end()).join(u'\n');
}

QSet<QString> placesIn(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%L?([1-9]|n)"));
    QSet<QString> places;
    for (auto match = place.globalMatch(text); match.hasNext();)
        places += match.next().captured(1);
    return places;
}

} // namespace

class TstTranslations final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Language::install(Language::Choice::English); }

    void everyTextIsTranslated_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"gapless_de.ts", "gapless_en.ts", "fields_de.ts"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void everyTextIsTranslated()
    {
        QFETCH(const QString, name);
        const QList<Message> messages = readMessages(pathOf(name));
        QVERIFY(!messages.isEmpty());
        for (const Message& message : messages) {
            QVERIFY2(message.type.isEmpty(), qPrintable(message.type + u' ' + message.key));
            QCOMPARE(message.translations.size(), message.isPlural ? 2 : 1);
            for (const QString& translation : message.translations) {
                QVERIFY2(!translation.isEmpty(), qPrintable(message.key));
                QVERIFY2(placesIn(translation) == placesIn(message.source), qPrintable(translation));
                static const QRegularExpression mnemonic(QStringLiteral("&\\w"),
                                                         QRegularExpression::UseUnicodePropertiesOption);
                QVERIFY2(translation.contains(mnemonic) == message.source.contains(mnemonic), qPrintable(translation));
            }
        }
    }

    void theFilesHaveTheTextsOfTheSources()
    {
        const QString lupdate = QLibraryInfo::path(QLibraryInfo::BinariesPath) + QStringLiteral("/lupdate");
        if (!QFile::exists(lupdate))
            QSKIP("Qt's lupdate is not installed (qt6-l10n-tools)");
        const test::TemporaryFolder folder;
        const QString fresh = QString::fromStdString((folder.path() / "fresh.ts").string());
        QProcess process;
        process.setWorkingDirectory(QStringLiteral(GAPLESS_SOURCE_DIR));
        process.start(lupdate, {QStringLiteral("-silent"), QStringLiteral("-I"), QStringLiteral("."),
                                QStringLiteral("ui"), QStringLiteral("app/main.cpp"), QStringLiteral("-ts"), fresh});
        QVERIFY2(process.waitForFinished(60'000) && process.exitCode() == 0,
                 process.readAllStandardError().constData());
        const QList<Message> wanted = readMessages(fresh);
        const QSet<QString> german = keysOf(readMessages(pathOf(QStringLiteral("gapless_de.ts"))));
        const QSet<QString> english = keysOf(readMessages(pathOf(QStringLiteral("gapless_en.ts"))));
        QVERIFY2((keysOf(wanted) - german).isEmpty(), qPrintable(listed(keysOf(wanted) - german)));
        QVERIFY2((german - keysOf(wanted)).isEmpty(), qPrintable(listed(german - keysOf(wanted))));
        QVERIFY2((keysOf(wanted, true) - english).isEmpty(), qPrintable(listed(keysOf(wanted, true) - english)));
        QVERIFY2((english - keysOf(wanted, true)).isEmpty(), qPrintable(listed(english - keysOf(wanted, true))));
    }

    void everySettingHasItsWords()
    {
        QSet<QString> wanted;
        for (const FieldInfo& field : configFields())
            for (const std::string_view text : {field.label, field.description})
                wanted += QStringLiteral("%1|%2|").arg(QLatin1String(FieldWordsContext),
                                                       QString::fromStdString(std::string(text)));
        const QSet<QString> there = keysOf(readMessages(pathOf(QStringLiteral("fields_de.ts"))));
        QVERIFY2((wanted - there).isEmpty(), qPrintable(listed(wanted - there)));
        QVERIFY2((there - wanted).isEmpty(), qPrintable(listed(there - wanted)));
    }

    void theWindowSpeaksGerman()
    {
        Language::install(Language::Choice::German);
        WindowFixture fixture;
        QCOMPARE(fixture.window->runBar().openAction()->text(), QStringLiteral("Ordner öffnen"));
        QCOMPARE(fixture.window->status().stateText(), QStringLiteral("Bereit"));
        QStringList labels;
        for (const QLabel* label : fixture.window->findChildren<QLabel*>())
            labels += label->text();
        QVERIFY(labels.contains(QStringLiteral("Lernrate")));
        DatasetReport report;
        report.pairs.resize(1);
        QVERIFY2(datasetSentence(report).startsWith(QStringLiteral("1 Paar, ")), qPrintable(datasetSentence(report)));
        report.pairs.resize(2);
        QVERIFY2(datasetSentence(report).startsWith(QStringLiteral("2 Paare, ")), qPrintable(datasetSentence(report)));
        const HelpDialog help(nullptr);
        const QString page = help.findChild<QTextBrowser*>()->toPlainText();
        QVERIFY2(page.contains(QStringLiteral("Die blasse Linie")), qPrintable(page));
    }

    void nothingIsCutInGerman()
    {
        Language::install(Language::Choice::German);
        WindowFixture fixture;
        fixture.window->resize(1280, 720);
        const QString dots = QStringLiteral("..."); // narrow on purpose
        const auto checkButtons = [&fixture, &dots] {
            for (const QAbstractButton* button : fixture.window->findChildren<QAbstractButton*>()) {
                if (button->objectName() == QLatin1String("qt_toolbar_ext_button"))
                    QVERIFY(!button->isVisible()); // the bar has room for all
                else if (button->isVisible() && !button->text().isEmpty())
                    QVERIFY2(button->height() >= button->fontMetrics().height() &&
                                 (button->width() >= button->sizeHint().width() || button->text() == dots),
                             qPrintable(button->text()));
            }
            for (const QTabBar* tabs : fixture.window->findChildren<QTabBar*>())
                QVERIFY(!tabs->isVisible() || tabs->tabRect(tabs->count() - 1).right() < tabs->width());
        };
        QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
        checkButtons();
        fixture.openData();
        QTRY_COMPARE(fixture.window->datasets().state(), DatasetController::State::Checked);
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Finished);
        for (const MainWindow::Tab tab :
             {MainWindow::Tab::Train, MainWindow::Tab::Masks, MainWindow::Tab::Data, MainWindow::Tab::Runs}) {
            fixture.window->showTab(tab);
            QCoreApplication::processEvents();
            checkButtons();
        }
    }

    void theChoiceActsFromTheNextStartOn()
    {
        const test::TemporaryFolder folder;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, QString::fromStdString(folder.path().string()));
        QCOMPARE(WindowMemory::language(), Language::Choice::System);
        {
            WindowFixture fixture;
            fixture.window->rememberLayout();
            QAction* german = nullptr;
            for (QMenu* menu : fixture.window->findChildren<QMenu*>())
                for (QAction* action : menu->actions())
                    if (action->text() == QLatin1String("Deutsch"))
                        german = action;
            QVERIFY(german != nullptr);
            german->trigger();
            QVERIFY(german->isChecked());
            QVERIFY(fixture.window->messages().text().contains(QLatin1String("the next time")));
            QCOMPARE(fixture.window->runBar().openAction()->text(), QStringLiteral("Open folders"));
            fixture.window->close();
        }
        QCOMPARE(WindowMemory::language(), Language::Choice::German);
        WindowFixture fixture;
        fixture.window->rememberLayout();
        QCOMPARE(fixture.window->language().choice(), Language::Choice::German);
    }

    void numbersFollowTheChoice()
    {
        Language::install(Language::Choice::German);
        QCOMPARE(QLocale().decimalPoint(), QStringLiteral(","));
        Language::install(Language::Choice::English);
        QCOMPARE(QLocale().decimalPoint(), QStringLiteral("."));
    }
};

GAPLESS_TEST(TstTranslations, "translations")
#include "tst_translations.moc"
