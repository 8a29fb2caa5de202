// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QObject>
#include <QString>

#include "core/config/run_config.h"

namespace gapless::ui
{

/// The configuration being edited, field by field as text (keys of core/config/config_fields.h), with what is wrong
/// with each. UI thread.
class Settings final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Settings)

public:
    explicit Settings(QObject* parent = nullptr);

    [[nodiscard]] const RunConfig& config() const { return m_config; }
    void setConfig(const RunConfig& config);

    [[nodiscard]] QString text(const QString& key) const;
    /// Text that the field cannot hold is kept as the field's problem; the configuration keeps its last good value.
    void setText(const QString& key, const QString& text);

    /// What is wrong with the field; empty when nothing is.
    [[nodiscard]] QString problem(const QString& key) const { return m_problems.value(key); }
    /// By key; fields whose text is in order but whose value is not are in it as well.
    [[nodiscard]] const QMap<QString, QString>& problems() const { return m_problems; }

Q_SIGNALS:
    void changed(const QString& key);
    void problemsChanged();

private:
    void revalidate();

    RunConfig m_config;
    QMap<QString, QString> m_unreadable; ///< texts that could not be taken, as problems
    QMap<QString, QString> m_problems;
};

} // namespace gapless::ui
