// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_fields.h"

#include <set>

#include <QObject>
#include <QRegularExpression>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

} // namespace

class TstConfigFields final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldIsDescribed();
    void everyFieldGoesBothWaysAndReachesItsOwnMember_data();
    void everyFieldGoesBothWaysAndReachesItsOwnMember();
    void aWrongValueIsRefusedAndChangesNothing_data();
    void aWrongValueIsRefusedAndChangesNothing();
    void anUnknownKeyNamesTheNearest_data();
    void anUnknownKeyNamesTheNearest();
    void numbersKeepAllTheirDigits();
};

void TstConfigFields::everyFieldIsDescribed()
{
    static const QRegularExpression key(QStringLiteral("^(data|model|training|speed|output)\\.[a-z0-9_]+$"));
    std::set<std::string_view> keys;
    for (const FieldInfo& field : configFields()) {
        QVERIFY2(key.match(text(field.key)).hasMatch(), qPrintable(text(field.key)));
        QVERIFY(keys.insert(field.key).second);
        QVERIFY(!field.label.empty());
        QVERIFY2(field.description.ends_with('.'), qPrintable(text(field.key)));
        QCOMPARE(&configField(field.key), &configField(field.key));
    }
    // One key for each member of the five groups: sizes change when a member is added without a row.
    QCOMPARE(keys.size(), std::size_t{49});
    QCOMPARE(sizeof(DataConfig), sizeof(std::string) * 5 + sizeof(double) + sizeof(std::int64_t) * 3);
    QCOMPARE(sizeof(OutputConfig), sizeof(std::string) + sizeof(std::int64_t) * 2 + sizeof(double));
}

void TstConfigFields::everyFieldGoesBothWaysAndReachesItsOwnMember_data()
{
    QTest::addColumn<QString>("key");
    for (const FieldInfo& field : configFields())
        QTest::newRow(std::string(field.key).c_str()) << text(field.key);
}

void TstConfigFields::everyFieldGoesBothWaysAndReachesItsOwnMember()
{
    QFETCH(QString, key);
    const std::string name = key.toStdString();
    RunConfig config;
    const std::string before = configFieldText(config, name);
    // One of these is possible for any kind of field, and differs from its default.
    std::string value;
    for (const char* candidate : {"17", "off", "contiguous", "drop", "none", "skip", "dice", "adamw", "cosine"}) {
        if (before != candidate && setConfigField(config, name, candidate)) {
            value = candidate;
            break;
        }
    }
    QVERIFY2(!value.empty(), qPrintable(key));
    QCOMPARE(configFieldText(config, name), value);
    const RunConfig defaults;
    for (const FieldInfo& other : configFields())
        if (other.key != name)
            QCOMPARE(configFieldText(config, other.key), configFieldText(defaults, other.key));
    QVERIFY(setConfigField(config, name, before));
    QCOMPARE(configFieldText(config, name), before);
}

void TstConfigFields::aWrongValueIsRefusedAndChangesNothing_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("possible");
    QTest::newRow("word for a whole number") << "training.batch"
                                             << "many"
                                             << "a whole number";
    QTest::newRow("fraction for a whole number") << "training.batch"
                                                 << "2.5"
                                                 << "a whole number";
    QTest::newRow("too large") << "training.batch"
                               << "99999999999"
                               << "a whole number";
    QTest::newRow("negative seed") << "training.seed"
                                   << "-1"
                                   << "not negative";
    QTest::newRow("empty") << "training.epochs"
                           << ""
                           << "a whole number";
    QTest::newRow("trailing text") << "training.epochs"
                                   << "3 "
                                   << "a whole number";
    QTest::newRow("word for a number") << "training.learning_rate"
                                       << "fast"
                                       << "a number";
    QTest::newRow("infinite") << "training.learning_rate"
                              << "inf"
                              << "a number";
    QTest::newRow("not a number") << "training.clip"
                                  << "nan"
                                  << "a number";
    QTest::newRow("switch") << "speed.cross_epoch"
                            << "maybe"
                            << "on or off";
    QTest::newRow("memory format") << "speed.memory_format"
                                   << "nhwc"
                                   << "contiguous or channels_last";
    QTest::newRow("last batch") << "training.last_batch"
                                << "repeat"
                                << "keep or drop";
    QTest::newRow("bad samples") << "data.on_bad_sample"
                                 << "ignore"
                                 << "stop or skip";
    QTest::newRow("augmentation") << "training.augment"
                                  << "strong"
                                  << "none or basic";
}

void TstConfigFields::aWrongValueIsRefusedAndChangesNothing()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, possible);
    RunConfig config;
    const std::string before = configFieldText(config, key.toStdString());
    const auto result = setConfigField(config, key.toStdString(), value.toStdString());
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Config);
    const QString message = QString::fromStdString(result.error().text());
    QVERIFY2(message.contains(key) && message.contains(value) && message.contains(possible), qPrintable(message));
    QCOMPARE(configFieldText(config, key.toStdString()), before);
}

void TstConfigFields::anUnknownKeyNamesTheNearest_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("typing error") << "training.learning_rat"
                                  << "training.learning_rate";
    QTest::newRow("no group") << "momentum"
                              << "training.momentum";
    QTest::newRow("wrong group") << "training.workers"
                                 << "speed.workers";
    QTest::newRow("nothing like it") << "x"
                                     << "did you mean";
}

void TstConfigFields::anUnknownKeyNamesTheNearest()
{
    QFETCH(QString, key);
    QFETCH(QString, nearest);
    RunConfig config;
    const auto result = setConfigField(config, key.toStdString(), "1");
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().context), key);
    QVERIFY2(QString::fromStdString(result.error().remedy).contains(nearest), result.error().remedy.c_str());
}

void TstConfigFields::numbersKeepAllTheirDigits()
{
    RunConfig config;
    config.training.learningRate = 0.1 + 0.2;
    config.training.seed = UINT64_MAX;
    RunConfig copy;
    for (const char* key : {"training.learning_rate", "training.seed"})
        QVERIFY(setConfigField(copy, key, configFieldText(config, key)));
    QVERIFY(copy.training.learningRate == config.training.learningRate); // QCOMPARE would allow a tolerance
    QCOMPARE(copy.training.seed, UINT64_MAX);
}

GAPLESS_TEST(TstConfigFields, "config_fields")
#include "tst_config_fields.moc"
