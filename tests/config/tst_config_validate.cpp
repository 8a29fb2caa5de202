// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_validate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <QObject>
#include <QtTest/QtTest>

#include "core/config/config_fields.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

RunConfig validConfig()
{
    RunConfig config;
    config.data.images = "images";
    config.data.masks = "masks";
    config.output.run = "run";
    return config;
}

QStringList keysOf(const std::vector<ConfigProblem>& problems)
{
    QStringList keys;
    for (const ConfigProblem& problem : problems)
        keys << QString::fromStdString(problem.key);
    return keys;
}

} // namespace

class TstConfigValidate final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFilledInDefaultIsRight();
    void everythingWrongIsNamedAtOnce();
    void valuesAtTheEdge_data();
    void valuesAtTheEdge();
    void choicesOutsideThisBuildAreRefusedByName_data();
    void choicesOutsideThisBuildAreRefusedByName();
    void everyOfferedChoiceIsAccepted();
    void numbersThatAreNotFiniteAreRefused_data();
    void numbersThatAreNotFiniteAreRefused();
    void aCropNamesTheNearestSizes_data();
    void aCropNamesTheNearestSizes();
    void validationFoldersComeInPairs();
    void oneSampleOfOneFeatureIsRefused();
};

void TstConfigValidate::aFilledInDefaultIsRight()
{
    const auto problems = validateConfig(validConfig());
    QVERIFY2(problems.empty(), qPrintable(keysOf(problems).join(QLatin1Char(' '))));
}

void TstConfigValidate::everythingWrongIsNamedAtOnce()
{
    RunConfig config;
    config.training.epochs = 0;
    config.training.batch = 5000;
    config.speed.workers = 0;
    config.model.encoder = "resnet51";
    const QStringList keys = keysOf(validateConfig(config));
    QCOMPARE(keys, (QStringList{"data.images", "data.masks", "model.encoder", "training.epochs", "training.batch",
                                "speed.workers", "output.run"}));
    for (const QString& key : keys)
        QCOMPARE(configField(key.toStdString()).key, std::string_view(key.toStdString()));
}

void TstConfigValidate::valuesAtTheEdge_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("isRight");
    const auto row = [](const char* key, const char* value, bool isRight) {
        QTest::addRow("%s=%s", key, value) << key << value << isRight;
    };
    row("training.epochs", "0", false);
    row("training.epochs", "1", true);
    row("training.epochs", "-3", false);
    row("model.input_channels", "0", false);
    row("model.input_channels", "1", true);
    row("model.input_channels", "64", true);
    row("model.input_channels", "65", false);
    row("training.batch", "0", false);
    row("training.batch", "1", true);
    row("training.batch", "4096", true);
    row("training.batch", "4097", false);
    row("training.learning_rate", "0", false);
    row("training.learning_rate", "-0.1", false);
    row("training.learning_rate", "1e-12", true);
    row("training.learning_rate_factor", "0", false);
    row("training.learning_rate_factor", "-1", false);
    row("training.learning_rate_factor", "0.1", true);
    row("training.learning_rate_factor", "10", true);
    row("training.momentum", "0", true);
    row("training.momentum", "0.999", true);
    row("training.momentum", "1", false);
    row("training.momentum", "-0.1", false);
    row("training.weight_decay", "0", true);
    row("training.weight_decay", "-0.001", false);
    row("training.clip", "0", true);
    row("training.clip", "-1", false);
    row("training.accumulate", "0", false);
    row("training.accumulate", "1", true);
    row("training.beta2", "1", false);
    row("training.beta2", "0.99", true);
    row("training.warmup_steps", "-1", false);
    row("training.warmup_steps", "500", true);
    row("training.ema_decay", "1", false);
    row("training.ema_decay", "0.999", true);
    row("training.ema_decay", "-0.1", false);
    row("training.best_by", "mean_dice", true);
    row("training.best_by", "loss", true);
    row("training.best_by", "iou:nucleus", true);
    row("training.best_by", "dice:2", true);
    row("training.best_by", "iou:", false);
    row("training.best_by", "iou", false);
    row("training.best_by", "accuracy", false);
    row("training.patience", "-1", false);
    row("training.patience", "5", true);
    row("training.min_change", "-0.1", false);
    row("output.keep_every", "-1", false);
    row("output.keep_every", "3", true);
    row("output.save_seconds", "-1", false);
    row("output.save_seconds", "0.5", true);
    row("speed.workers", "1", true);
    row("speed.workers", "64", true);
    row("speed.workers", "65", false);
    row("speed.prefetch_depth", "0", false);
    row("speed.prefetch_depth", "1", true);
    row("speed.prefetch_depth", "1024", true);
    row("speed.prefetch_depth", "1025", false);
    row("speed.threads", "-1", false);
    row("speed.threads", "0", true);
    row("speed.threads", "1024", true);
    row("speed.threads", "1025", false);
    row("data.validation_share", "-0.01", false);
    row("data.validation_share", "0", true);
    row("data.validation_share", "0.99", true);
    row("data.validation_share", "1", false);
    row("data.validation_every", "-1", false);
    row("data.validation_every", "0", true);
    row("data.validation_every", "1", false);
    row("data.validation_every", "2", true);
    row("data.limit", "-1", false);
    row("data.limit", "0", true);
    row("data.ignore_value", "auto", true);
    row("data.ignore_value", "none", true);
    row("data.ignore_value", "255", true);
    row("data.ignore_value", "Auto", false);
    row("data.ignore_value", "2.5", false);
    row("data.ignore_value", "#fA0302", true);
    row("data.ignore_value", "#fa030", false);
    row("data.ignore_value", "#fa030g", false);
    row("data.ignore_value", "#-a0302", false);
    row("data.ignore_value", "", false);
    row("output.previews", "-1", false);
    row("output.previews", "0", true);
    row("output.previews", "64", true);
    row("output.previews", "65", false);
    row("output.run", "", false);
}

void TstConfigValidate::valuesAtTheEdge()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(bool, isRight);
    RunConfig config = validConfig();
    QVERIFY(setConfigField(config, key.toStdString(), value.toStdString()));
    const auto problems = validateConfig(config);
    QCOMPARE(keysOf(problems), isRight ? QStringList() : QStringList{key});
    if (!isRight)
        QVERIFY2(problems[0].message.contains(value.toStdString()), problems[0].message.c_str());
}

void TstConfigValidate::choicesOutsideThisBuildAreRefusedByName_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("possible");
    const auto row = [](const char* key, const char* value, const char* possible) {
        QTest::newRow(key) << key << value << possible;
    };
    row("model.architecture", "fpn", "unet");
    row("model.encoder", "resnet51", "resnet18, resnet34 or resnet50");
    row("speed.device", "cuda", "auto or cpu");
    row("speed.precision", "bf16", "fp32");
}

void TstConfigValidate::choicesOutsideThisBuildAreRefusedByName()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, possible);
    RunConfig config = validConfig();
    QVERIFY(setConfigField(config, key.toStdString(), value.toStdString()));
    const auto problems = validateConfig(config);
    QCOMPARE(keysOf(problems), QStringList{key});
    const QString message = QString::fromStdString(problems[0].message);
    QVERIFY2(message.contains(value) && message.endsWith(possible), qPrintable(message));
}

void TstConfigValidate::everyOfferedChoiceIsAccepted()
{
    int chosenByName = 0;
    for (const FieldInfo& field : configFields()) {
        for (const std::string& choice : configChoices(field.key)) {
            ++chosenByName;
            RunConfig config = validConfig();
            QVERIFY(setConfigField(config, field.key, choice));
            QVERIFY(validateConfig(config).empty());
        }
    }
    QCOMPARE(chosenByName, 25);
    QVERIFY(configChoices("training.batch").empty());
    QVERIFY(configChoices("nonsense").empty());
}

void TstConfigValidate::numbersThatAreNotFiniteAreRefused_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<double>("value");
    for (const char* key : {"training.learning_rate", "training.learning_rate_factor", "training.momentum",
                            "training.weight_decay", "training.clip", "data.validation_share"}) {
        for (const double value :
             {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
            QTest::newRow((std::string(key) + '=' + std::to_string(value)).c_str())
                << QString::fromLatin1(key) << value;
    }
}

void TstConfigValidate::numbersThatAreNotFiniteAreRefused()
{
    QFETCH(QString, key);
    QFETCH(double, value);
    RunConfig config = validConfig();
    const std::map<QString, double*> members{{"training.learning_rate", &config.training.learningRate},
                                             {"training.learning_rate_factor", &config.training.learningRateFactor},
                                             {"training.momentum", &config.training.momentum},
                                             {"training.weight_decay", &config.training.weightDecay},
                                             {"training.clip", &config.training.clip},
                                             {"data.validation_share", &config.data.validationShare}};
    *members.at(key) = value;
    QCOMPARE(keysOf(validateConfig(config)), QStringList{key});
}

void TstConfigValidate::aCropNamesTheNearestSizes_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("between") << 250 << "take 224 or 256";
    QTest::newRow("too small") << 16 << "take 32";
    QTest::newRow("zero") << 0 << "take 32";
    QTest::newRow("negative") << -64 << "take 32";
    QTest::newRow("too large") << 9000 << "take 8192";
    QTest::newRow("largest whole number") << std::numeric_limits<int>::max() << "take 8192";
    QTest::newRow("right") << 64 << "";
}

void TstConfigValidate::aCropNamesTheNearestSizes()
{
    QFETCH(int, size);
    QFETCH(QString, nearest);
    RunConfig config = validConfig();
    config.training.cropHeight = size;
    const auto problems = validateConfig(config);
    if (nearest.isEmpty()) {
        QVERIFY(problems.empty());
        return;
    }
    QCOMPARE(keysOf(problems), QStringList{"training.crop_height"});
    QVERIFY2(QString::fromStdString(problems[0].message).endsWith(nearest), problems[0].message.c_str());
}

void TstConfigValidate::validationFoldersComeInPairs()
{
    RunConfig config = validConfig();
    config.data.validationImages = "images";
    QCOMPARE(keysOf(validateConfig(config)), QStringList{"data.validation_masks"});
    config.data.validationMasks = "masks";
    QVERIFY(validateConfig(config).empty());
    config.data.validationImages.clear();
    QCOMPARE(keysOf(validateConfig(config)), QStringList{"data.validation_images"});
}

// Batch normalisation in training mode on a 1 x C x 1 x 1 tensor.
void TstConfigValidate::oneSampleOfOneFeatureIsRefused()
{
    RunConfig config = validConfig();
    config.training.batch = 1;
    config.training.cropHeight = config.training.cropWidth = 32;
    const auto problems = validateConfig(config);
    QCOMPARE(keysOf(problems), QStringList{"training.batch"});
    QVERIFY(problems[0].message.contains("64x32"));
    config.training.cropWidth = 64;
    QVERIFY(validateConfig(config).empty());
    config.training.cropWidth = 32;
    config.training.batch = 2;
    QVERIFY(validateConfig(config).empty());
}

GAPLESS_TEST(TstConfigValidate, "config_validate")
#include "tst_config_validate.moc"
