// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace gapless::ui
{
namespace
{

const QString TranslatorName = QStringLiteral("gapless.language");

Language::Choice choiceOfSystem()
{
    for (const QString& name : QLocale::system().uiLanguages()) {
        const QLocale::Language language = QLocale(name).language();
        if (language == QLocale::German)
            return Language::Choice::German;
        if (language == QLocale::English)
            break;
    }
    return Language::Choice::English;
}

/// English has plural forms only.
void load(const QString& name, const QString& folder)
{
    auto* translator = new QTranslator(QCoreApplication::instance());
    translator->setObjectName(TranslatorName);
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator; // Qt's own texts are not installed everywhere
}

} // namespace

Language::Language(QObject* parent)
    : QObject(parent)
{
}

void Language::setChoice(Choice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    Q_EMIT choiceChanged();
}

void Language::install(Choice choice)
{
    qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator*>(TranslatorName));
    const Choice systems = choiceOfSystem();
    const Choice wanted = choice == Choice::System ? systems : choice;
    // Numbers as the system writes them, unless that is another language's way.
    QLocale::setDefault(wanted == systems ? QLocale::system()
                                          : QLocale(wanted == Choice::German ? QLocale::German : QLocale::English));
    const QString code = codeOf(wanted);
    load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    load(QStringLiteral("fields_") + code, QStringLiteral(":/translations"));
    load(QStringLiteral("gapless_") + code, QStringLiteral(":/translations"));
}

QString Language::codeOf(Choice choice)
{
    switch (choice) {
    case Choice::System:
        break;
    case Choice::English:
        return QStringLiteral("en");
    case Choice::German:
        return QStringLiteral("de");
    }
    return QStringLiteral("system");
}

Language::Choice Language::choiceOf(const QString& code)
{
    for (const Choice choice : {Choice::English, Choice::German})
        if (codeOf(choice) == code)
            return choice;
    return Choice::System;
}

} // namespace gapless::ui
