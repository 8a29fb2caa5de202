// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/settings.h"

#include <utility>

#include "core/config/config_fields.h"
#include "core/config/config_validate.h"

namespace gapless::ui
{
namespace
{

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

Settings::Settings(QObject* parent)
    : QObject(parent)
{
    revalidate();
}

void Settings::setConfig(const RunConfig& config)
{
    const RunConfig before = std::exchange(m_config, config);
    m_unreadable.clear();
    revalidate();
    for (const FieldInfo& field : configFields())
        if (configFieldText(before, field.key) != configFieldText(m_config, field.key))
            Q_EMIT changed(fromView(field.key));
}

QString Settings::text(const QString& key) const
{
    return QString::fromStdString(configFieldText(m_config, key.toStdString()));
}

void Settings::setText(const QString& key, const QString& text)
{
    const QString before = this->text(key);
    Result<void> set = setConfigField(m_config, key.toStdString(), text.trimmed().toStdString());
    // A decimal comma, as much of the world writes it.
    if (!set && text.count(u',') == 1 && !text.contains(u'.') &&
        setConfigField(m_config, key.toStdString(), text.trimmed().replace(u',', u'.').toStdString()))
        set = {};
    if (!set) {
        const Error& error = set.error();
        m_unreadable.insert(
            key, QString::fromStdString(error.remedy.empty() ? error.message : error.message + "; " + error.remedy));
    } else {
        m_unreadable.remove(key);
    }
    revalidate();
    if (this->text(key) != before)
        Q_EMIT changed(key);
}

void Settings::revalidate()
{
    QMap<QString, QString> problems;
    for (const ConfigProblem& problem : validateConfig(m_config))
        problems.insert(QString::fromStdString(problem.key), QString::fromStdString(problem.message));
    for (auto unreadable = m_unreadable.cbegin(); unreadable != m_unreadable.cend(); ++unreadable)
        problems.insert(unreadable.key(), unreadable.value());
    if (problems == m_problems)
        return;
    m_problems = std::move(problems);
    Q_EMIT problemsChanged();
}

} // namespace gapless::ui
