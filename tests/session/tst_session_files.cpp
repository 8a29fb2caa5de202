// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fcntl.h>
#include <unistd.h>

#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QtTest/QtTest>

#include "core/config/config_json.h"
#include "tests/session/session_fixture.h"
#include "tests/support/barrier.h"
#include "tests/support/test_main.h"

using namespace gapless;
using namespace Qt::Literals::StringLiterals;
using test::Barrier;
using test::SessionFixture;

namespace
{

QList<QJsonObject> metricsOf(const SessionFixture& f)
{
    QList<QJsonObject> lines;
    for (const QByteArray& line : QByteArray::fromStdString(f.textOf("metrics.jsonl")).split('\n'))
        if (!line.isEmpty())
            lines << QJsonDocument::fromJson(line).object();
    return lines;
}

} // namespace

class TstSessionFiles final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMetricsHaveALineForEachRecordInOrder();
    void theConfigurationIsComplete();
    void theReportIsThereBeforeTheRunHasEnded();
    void aRunThatIsPausedHasAllItsLinesInTheFile();
    void aLossThatIsNotANumberIsNull();
    void aFullDiskCostsALineAndNotTheRun();
};

void TstSessionFiles::theMetricsHaveALineForEachRecordInOrder()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QStringList types;
    const auto lines = metricsOf(f);
    for (const QJsonObject& line : lines)
        types << line["type"_L1].toString();
    QCOMPARE(types,
             (QStringList{"plan", "step", "step", "step", "epoch", "boundary", "step", "step", "step", "epoch"}));
    QCOMPARE(lines[0]["steps_per_epoch"_L1].toInt(), 3);
    const auto steps = f.session->steps().takeAll();
    QCOMPARE(lines[1]["loss"_L1].toDouble(), steps[0].loss);
    QCOMPARE(lines[6]["step"_L1].toInt(), 4);
    QCOMPARE(lines[6]["wait_ms"_L1].toDouble(), steps[3].waitMs);
    QCOMPARE(lines[6]["elapsed_s"_L1].toDouble(), steps[3].elapsedSeconds);
    const auto record = f.observer.record();
    QCOMPARE(lines[4]["validation"_L1].toObject()["mean_iou"_L1].toDouble(), record.epochs[0].validation->meanIou);
    QCOMPARE(lines[4]["is_best"_L1].toBool(), true);
    QCOMPARE(lines[5]["parts_ms"_L1].toObject()["validation"_L1].toDouble(), record.boundaries[0].validationMs);
}

void TstSessionFiles::theConfigurationIsComplete()
{
    SessionFixture f;
    f.config.training.seed = 99;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto read = readConfigFile(f.run() / "config.json");
    QVERIFY(read);
    QCOMPARE(configToJson(*read), configToJson(f.config));
}

void TstSessionFiles::theReportIsThereBeforeTheRunHasEnded()
{
    class Reader final : public SessionObserver
    {
    public:
        explicit Reader(const SessionFixture& fixture)
            : m_fixture(fixture)
        {
        }
        void stateChanged(RunState state) override
        {
            if (state == RunState::Finished)
                report = m_fixture.textOf("report.json");
        }
        std::string report;

    private:
        const SessionFixture& m_fixture;
    };
    SessionFixture f;
    Reader reader(f);
    TrainingSession session(makeScriptedEngine(f.script), &reader);
    QVERIFY(session.start(f.config));
    session.waitUntilAtRest();
    const auto report = QJsonDocument::fromJson(QByteArray::fromStdString(reader.report)).object();
    QCOMPARE(report["outcome"_L1].toString(), "finished"_L1);
    QCOMPARE(report["steps"_L1].toInt(), 6);
    QCOMPARE(report["run"_L1].toString(), QString::fromStdString(f.run().string()));
    QVERIFY(report["boundary_ms"_L1].isObject());
    const auto perClass = report["validation"_L1].toObject()["per_class"_L1].toArray();
    QCOMPARE(perClass.size(), 4);
    QCOMPARE(perClass[1].toObject()["name"_L1].toString(), "disc"_L1); // from the plan's table
}

void TstSessionFiles::aRunThatIsPausedHasAllItsLinesInTheFile()
{
    Barrier step;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(step));
    QVERIFY(f.beginUntil(step));
    QVERIFY(f.pauseFrom(step));
    QCOMPARE(metricsOf(f).size(), 3);
}

void TstSessionFiles::aLossThatIsNotANumberIsNull()
{
    SessionFixture f;
    f.script.loss = [](std::int64_t) { return std::nan(""); };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto lines = metricsOf(f);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1]["loss"_L1].isNull());
}

void TstSessionFiles::aFullDiskCostsALineAndNotTheRun()
{
    SessionFixture f;
    f.script.onStep = [&](std::int64_t number, std::stop_token) -> Result<void> {
        if (number != 1)
            return {};
        const int full = ::open("/dev/full", O_WRONLY);
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code error;
            if (std::filesystem::read_symlink(entry.path(), error) == f.run() / "metrics.jsonl")
                ::dup2(full, std::stoi(entry.path().filename()));
        }
        ::close(full);
        return {};
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Finished);
    const QString log = QString::fromStdString(f.textOf("log.txt"));
    QCOMPARE(log.count("the metrics cannot be written"_L1), 1);
    QCOMPARE(f.savedStep(), std::int64_t{6});
}

GAPLESS_TEST(TstSessionFiles, "session_files")
#include "tst_session_files.moc"
