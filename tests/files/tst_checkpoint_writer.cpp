// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/checkpoint_writer.h"

#include <ATen/ops/full.h>

#include "tests/support/checkpoint_fixture.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

Checkpoint ofStep(std::int64_t step, std::int64_t numbers = 4)
{
    Checkpoint checkpoint = test::makeCheckpoint({{"head.bias", at::full({numbers}, static_cast<double>(step))}}, {});
    checkpoint.optimizer = {};
    checkpoint.step = step;
    return checkpoint;
}

} // namespace

class TstCheckpointWriter final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneContentGoesUnderAllNames();
    void aFailureIsToldAndLeavesTheOldFile();
    void aStateThatIsOvertakenIsNotWritten();
    void manyFilesThatAreAllKeptAreWrittenInOrder();
    void theDestructorWritesWhatWasSubmitted();

private:
    test::TemporaryFolder m_folder;
    std::filesystem::path m_best = m_folder.path() / "best.pt";
    std::filesystem::path m_last = m_folder.path() / "last.pt";
};

void TstCheckpointWriter::oneContentGoesUnderAllNames()
{
    CheckpointWriter writer;
    QVERIFY(writer.takeOutcomes().empty());
    writer.submit(ofStep(1), {m_best, m_last});
    const auto outcomes = writer.waitForOutcomes();
    QCOMPARE(outcomes.size(), std::size_t{2});
    QCOMPARE(outcomes[0].file, m_best);
    QCOMPARE(outcomes[1].file, m_last);
    QVERIFY(!outcomes[0].error && !outcomes[1].error);
    writer.submit(ofStep(2), {m_last});
    QCOMPARE(writer.waitForOutcomes().size(), std::size_t{1});
    QCOMPARE(readCheckpoint(m_best)->step, 1);
    QCOMPARE(readCheckpoint(m_last)->step, 2);
}

void TstCheckpointWriter::aFailureIsToldAndLeavesTheOldFile()
{
    CheckpointWriter writer;
    writer.submit(ofStep(1), {m_last});
    writer.submit(ofStep(2), {m_folder.path() / "away" / "best.pt", m_last});
    const auto outcomes = writer.waitForOutcomes();
    QCOMPARE(outcomes.back().file, m_folder.path() / "away" / "best.pt");
    QVERIFY(outcomes.back().error);
    QCOMPARE(outcomes.back().error->code, ErrorCode::File);
    QVERIFY(outcomes.back().error->text().contains("best.pt"));
    writer.submit(ofStep(3), {m_last}); // it goes on
    QVERIFY(!writer.waitForOutcomes().back().error);
    QCOMPARE(readCheckpoint(m_last)->step, 3);
}

void TstCheckpointWriter::aStateThatIsOvertakenIsNotWritten()
{
    // While the large one is written, the others wait.
    const std::filesystem::path slow = m_folder.path() / "slow.pt";
    CheckpointWriter writer;
    writer.submit(ofStep(1, 4'000'000), {slow}); // 16 MB
    writer.submit(ofStep(2), {m_best, m_last});
    for (std::int64_t step = 3; step < 50; ++step)
        writer.submit(ofStep(step), {m_last});
    const auto outcomes = writer.waitForOutcomes();
    QVERIFY(outcomes.size() < 30);
    QCOMPARE(readCheckpoint(slow)->step, 1);
    QCOMPARE(readCheckpoint(m_best)->step, 2); // the newer ones replace "last" only
    QCOMPARE(readCheckpoint(m_last)->step, 49);
}

void TstCheckpointWriter::manyFilesThatAreAllKeptAreWrittenInOrder()
{
    CheckpointWriter writer;
    std::vector<std::filesystem::path> files;
    for (std::int64_t step = 1; step <= 20; ++step) {
        files.push_back(m_folder.path() / ("epoch_" + std::to_string(step) + ".pt"));
        Checkpoint checkpoint = ofStep(step, 100'000);
        checkpoint.progress.bestEpoch = step;
        writer.submit(std::move(checkpoint), {files.back()}); // waits where the disk does not keep up
    }
    const auto outcomes = writer.waitForOutcomes();
    QCOMPARE(outcomes.size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        QCOMPARE(outcomes[i].file, files[i]);
        QVERIFY(!outcomes[i].error);
        QCOMPARE(outcomes[i].progress.bestEpoch, static_cast<std::int64_t>(i) + 1);
    }
    QCOMPARE(readCheckpoint(files[0])->step, 1);
    QCOMPARE(readCheckpoint(files[19])->step, 20);
}

void TstCheckpointWriter::theDestructorWritesWhatWasSubmitted()
{
    {
        CheckpointWriter writer;
        writer.submit(ofStep(1), {m_best});
        writer.submit(ofStep(2), {m_last});
    }
    QCOMPARE(readCheckpoint(m_best)->step, 1);
    QCOMPARE(readCheckpoint(m_last)->step, 2);
}

GAPLESS_TEST(TstCheckpointWriter, "checkpoint_writer")

#include "tst_checkpoint_writer.moc"
