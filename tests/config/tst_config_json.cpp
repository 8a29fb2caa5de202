// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_json.h"

#include <fstream>

#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QtTest/QtTest>

#include "core/config/config_fields.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstConfigJson final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDefaultsComeBackAsTheyWere();
    void changedFieldsComeBack();
    void theTextIsGroupedAndHasAVersion();
    void absentFieldsKeepTheirDefaults();
    void wrongInputIsRefusedByName_data();
    void wrongInputIsRefusedByName();
    void everythingThatIsWrongIsNamedAtOnce();
    void whatCanBeReadIsKeptBesideWhatCannot();
    void aPathThatIsNotUtf8DoesNotThrow();
    void aFileIsReadAndNamedInErrors();
};

namespace
{

void compareAll(const RunConfig& actual, const RunConfig& expected)
{
    for (const FieldInfo& field : configFields())
        QCOMPARE(configFieldText(actual, field.key), configFieldText(expected, field.key));
}

} // namespace

void TstConfigJson::theDefaultsComeBackAsTheyWere()
{
    const auto config = configFromJson(configToJson({}));
    QVERIFY(config);
    compareAll(*config, {});
}

void TstConfigJson::changedFieldsComeBack()
{
    RunConfig config;
    config.data.images = "/data/日本 2/\"naïve#50%\"";
    config.data.ignoreValue = "none";
    config.data.onBadSample = BadSampleRule::Skip;
    config.training.seed = UINT64_MAX;
    config.training.learningRate = 1e-7;
    config.training.augment = Augmentation::None;
    config.training.lastBatch = LastBatch::Drop;
    config.speed.memoryFormat = MemoryFormat::Contiguous;
    config.speed.crossEpoch = false;
    const auto back = configFromJson(configToJson(config));
    QVERIFY(back);
    compareAll(*back, config);
    QCOMPARE(back->data.images, config.data.images);
    QVERIFY(back->data.onBadSample == BadSampleRule::Skip);
    QCOMPARE(back->training.seed, UINT64_MAX);
}

void TstConfigJson::theTextIsGroupedAndHasAVersion()
{
    const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(configToJson({}))).object();
    QCOMPARE(json.value(QStringLiteral("version")).toInt(), 1);
    const QJsonObject training = json.value(QStringLiteral("training")).toObject();
    QCOMPARE(training.value(QStringLiteral("learning_rate")).toDouble(), 0.01);
    QCOMPARE(training.value(QStringLiteral("augment")).toString(), QStringLiteral("basic"));
    QVERIFY(json.value(QStringLiteral("speed")).toObject().value(QStringLiteral("cross_epoch")).isBool());
}

void TstConfigJson::absentFieldsKeepTheirDefaults()
{
    const auto config = configFromJson(R"({"training": {"epochs": 3}})");
    QVERIFY(config);
    RunConfig expected;
    expected.training.epochs = 3;
    compareAll(*config, expected);
    QVERIFY(configFromJson("{}"));
}

void TstConfigJson::wrongInputIsRefusedByName_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* json, const char* named) {
        QTest::newRow(name) << QByteArray(json) << named;
    };
    row("unknown field", R"({"training": {"epoch": 3}})", "training.epochs");
    row("unknown group", R"({"trainig": {}})", "trainig");
    row("field outside of its group", R"({"epochs": 3})", "epochs");
    row("group is no object", R"({"training": 3})", "training: must be an object");
    row("text for a number", R"({"training": {"epochs": "3"}})", "training.epochs: must be a whole number");
    row("fraction for a whole number", R"({"training": {"epochs": 3.5}})", "training.epochs: must be a whole number");
    row("number for text", R"({"data": {"ignore_value": 255}})", "data.ignore_value: must be text");
    row("number for a switch", R"({"speed": {"cross_epoch": 1}})", "speed.cross_epoch: must be true or false");
    row("object for a number", R"({"training": {"clip": {"a": [1]}}})",
        "training.clip: must be a number, not an object");
    row("unknown enumerator", R"({"speed": {"memory_format": "nhwc"}})", "contiguous or channels_last");
    row("rule for bad samples", R"({"data": {"on_bad_sample": "retry"}})", "stop or skip");
    row("null", R"({"training": {"epochs": null}})", "training.epochs");
    row("negative seed", R"({"training": {"seed": -1}})", "training.seed");
    row("too large for its type", R"({"training": {"batch": 99999999999}})", "training.batch");
    row("too large for any type", R"({"training": {"clip": 1e999}})", "configuration");
    row("newer version", R"({"version": 2})", "newer");
    row("version is text", R"({"version": "1"})", "version: must be");
    row("version 0", R"({"version": 0})", "version: must be");
    row("not an object", "[]", "one JSON object");
    row("not JSON", R"({"training": {)", "not valid JSON");
    row("empty", "", "not valid JSON");
    row("not UTF-8", "{\"data\": {\"images\": \"\xff\xfe\"}}", "not valid JSON");
}

void TstConfigJson::wrongInputIsRefusedByName()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, named);
    const auto config = configFromJson(json.toStdString());
    QVERIFY(!config);
    QCOMPARE(config.error().code, ErrorCode::Config);
    QVERIFY2(QString::fromStdString(config.error().text()).contains(named), config.error().text().c_str());
}

void TstConfigJson::everythingThatIsWrongIsNamedAtOnce()
{
    const auto config = configFromJson(R"({"trainig": {}, "speed": {"memory_format": "nhwc", "wrokers": 2},
                                           "training": {"epochs": "3", "batch": 4, "clip": null}, "output": 5})");
    QVERIFY(!config);
    QCOMPARE(config.error().code, ErrorCode::Config);
    const QString text = QString::fromStdString(config.error().text());
    for (const char* words :
         {"6 settings", "trainig: there is no such setting; possible", "speed.memory_format: \"nhwc\"",
          "speed.wrokers: there is no such setting; did you mean", "training.epochs: must be a whole number",
          "training.clip: must be a number", "output: must be an object"})
        QVERIFY2(text.contains(QLatin1String(words)), qPrintable(text));
    QVERIFY(!text.contains(QLatin1String("training.batch")));
}

void TstConfigJson::whatCanBeReadIsKeptBesideWhatCannot()
{
    std::vector<ConfigProblem> problems;
    const auto config = configFromJson(R"({"training": {"epochs": "3", "batch": 5}})", problems);
    QVERIFY(config);
    QCOMPARE(config->training.batch, 5);
    QCOMPARE(config->training.epochs, RunConfig{}.training.epochs);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].key, std::string("training.epochs"));
}

void TstConfigJson::aPathThatIsNotUtf8DoesNotThrow()
{
    RunConfig config;
    config.data.images = "/data/\xe9t\xe9";
    const auto back = configFromJson(configToJson(config));
    QVERIFY(back);
    QVERIFY(back->data.images.starts_with("/data/"));
}

void TstConfigJson::aFileIsReadAndNamedInErrors()
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "config.json";
    const auto missing = readConfigFile(file);
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::File);
    QVERIFY(!missing.error().remedy.empty());
    std::ofstream(file) << R"({"model": {"encoder": 5}})";
    const auto wrong = readConfigFile(file);
    QVERIFY(!wrong);
    QVERIFY(wrong.error().context.starts_with(file.string()));
    QVERIFY(wrong.error().context.ends_with("model.encoder"));
    std::ofstream(file) << configToJson({});
    QVERIFY(readConfigFile(file));
    QVERIFY(!readConfigFile(folder.path()));
}

GAPLESS_TEST(TstConfigJson, "config_json")
#include "tst_config_json.moc"
