// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/value_format.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>
#include <QLocale>

namespace gapless::ui
{
namespace
{

constexpr QChar FigureSpace(0x2007);
constexpr QChar EnDash(0x2013);

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(value_format)
};

/// Three significant digits, but no more than three decimals.
QString threeDigits(double value)
{
    const auto decimalsFor = [](double magnitude) {
        return magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3;
    };
    const double magnitude = std::abs(value);
    int decimals = decimalsFor(magnitude);
    // 9.996 rounds to 10.0, which needs one decimal less.
    const double scale = std::pow(10.0, decimals);
    decimals = decimalsFor(std::round(magnitude * scale) / scale);
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'f', decimals);
}

} // namespace

QString numberText(double value)
{
    if (!std::isfinite(value))
        return EnDash;
    if (value == 0)
        return QLocale().toString(0);
    if (std::abs(value) >= 999.5e9)
        return QLocale().toString(value, 'g', 3);
    if (std::abs(value) >= 999.5e6)
        return threeDigits(value / 1e9) + u'G';
    if (std::abs(value) >= 999.5e3)
        return threeDigits(value / 1e6) + u'M';
    if (std::abs(value) >= 9999.5)
        return threeDigits(value / 1e3) + u'k';
    if (std::abs(value) >= 999.5)
        return threeDigits(std::round(value / 10) * 10);
    return threeDigits(value);
}

QString preciseText(double value)
{
    constexpr double threeDecimals = 0.1;
    const bool isSmall = value != 0 && std::abs(value) < threeDecimals;
    return isSmall ? QLocale().toString(value, 'g', 3) : numberText(value);
}

QString millisecondsText(double milliseconds)
{
    if (!std::isfinite(milliseconds))
        return EnDash;
    if (milliseconds >= 60e3)
        return durationText(milliseconds / 1e3);
    if (milliseconds >= 999.5)
        return Words::tr("%1 s").arg(threeDigits(milliseconds / 1e3));
    if (milliseconds > 0 && milliseconds < 0.005)
        return Words::tr("< %1 ms").arg(QLocale().toString(0.01, 'f', 2));
    if (milliseconds < 0.995)
        return Words::tr("%1 ms").arg(QLocale().toString(milliseconds, 'f', 2));
    return Words::tr("%1 ms").arg(threeDigits(milliseconds));
}

QString shareText(double share)
{
    if (!std::isfinite(share))
        return EnDash;
    const double percent = share * 100;
    if (percent > 0 && percent < 0.05)
        return Words::tr("< %1 %").arg(QLocale().toString(0.1, 'f', 1));
    return Words::tr("%1 %").arg(QLocale().toString(percent, 'f', percent >= 99.95 ? 0 : 1));
}

QString bytesText(std::int64_t bytes)
{
    static constexpr std::array<const char*, 5> Units{
        QT_TRANSLATE_NOOP("value_format", "%1 B"), QT_TRANSLATE_NOOP("value_format", "%1 kB"),
        QT_TRANSLATE_NOOP("value_format", "%1 MB"), QT_TRANSLATE_NOOP("value_format", "%1 GB"),
        QT_TRANSLATE_NOOP("value_format", "%1 TB")};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < Units.size()) {
        value /= 1000;
        ++unit;
    }
    return Words::tr(Units.at(unit)).arg(unit == 0 ? QLocale().toString(value, 'f', 0) : threeDigits(value));
}

QString durationText(double seconds)
{
    if (!std::isfinite(seconds))
        return EnDash;
    const auto whole = static_cast<std::int64_t>(std::llround(std::max(seconds, 0.0)));
    if (whole < 90)
        return Words::tr("%1 s").arg(whole);
    const std::int64_t minutes = (whole + 30) / 60;
    if (minutes < 60)
        return Words::tr("%1 min").arg(minutes);
    return Words::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString padded(const QString& text, int characters)
{
    return text.rightJustified(characters, FigureSpace);
}

} // namespace gapless::ui
