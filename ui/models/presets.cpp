// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/presets.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/config/config_fields.h"
#include "ui/models/settings.h"

namespace gapless::ui
{
namespace
{

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(presets)
};

/// As a field takes it.
QString fieldText(const QJsonValue& value)
{
    return value.isBool() ? (value.toBool() ? QStringLiteral("on") : QStringLiteral("off"))
                          : value.toVariant().toString();
}

QList<QPair<QString, QString>> readValues(const QString& name)
{
    QList<QPair<QString, QString>> values;
    QFile file(QStringLiteral(":/presets/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return values;
    const QJsonObject groups = QJsonDocument::fromJson(file.readAll()).object();
    for (auto group = groups.begin(); group != groups.end(); ++group) {
        const QJsonObject fields = group.value().toObject();
        for (auto field = fields.begin(); field != fields.end(); ++field)
            values.emplaceBack(group.key() + u'.' + field.key(), fieldText(field.value()));
    }
    return values;
}

} // namespace

std::vector<Preset> builtInPresets()
{
    return {{Words::tr("Quick look"), Words::tr("A few epochs, to see whether the data and the classes are right."),
             readValues(QStringLiteral("quick"))},
            {Words::tr("Balanced"), Words::tr("A good start on any set."), readValues(QStringLiteral("balanced"))},
            {Words::tr("Thorough"),
             Words::tr(
                 "A deeper encoder, many epochs with averaged weights, and an end when validation no longer improves."),
             readValues(QStringLiteral("thorough"))}};
}

void applyPreset(const Preset& preset, Settings& settings)
{
    for (const auto& [key, value] : preset.values)
        settings.setText(key, value);
}

bool isApplied(const Preset& preset, const Settings& settings)
{
    return std::ranges::all_of(preset.values, [&settings](const QPair<QString, QString>& value) {
        RunConfig scratch = settings.config();
        return setConfigField(scratch, value.first.toStdString(), value.second.toStdString()) &&
               configFieldText(scratch, value.first.toStdString()) ==
                   configFieldText(settings.config(), value.first.toStdString());
    });
}

} // namespace gapless::ui
