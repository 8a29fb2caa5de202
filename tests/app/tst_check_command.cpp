// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/data/image_decode.h"
#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::makePair;
using test::runCli;
using test::text;

class TstCheckCommand final : public QObject
{
    Q_OBJECT

    static test::CliResult check(const std::filesystem::path& folder, const QStringList& further = {})
    {
        return runCli(QStringList{"check", "--images", text(folder / "images"), "--masks", text(folder / "masks")} +
                      further);
    }

    static bool hasProblem(const nlohmann::json& report, const std::string& severity, const std::string& file)
    {
        return std::ranges::any_of(report.at("problems"), [&](const nlohmann::json& problem) {
            return problem.at("severity") == severity && problem.at("file").get<std::string>().ends_with(file) &&
                   !problem.at("kind").get<std::string>().empty() && !problem.at("message").get<std::string>().empty();
        });
    }

private Q_SLOTS:
    void reportsPairsAndClassesAsJson()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"1", "2", "10"})
            makePair(folder.path(), name);
        const auto result = check(folder.path(), {"--json"});
        QCOMPARE(result.exitCode, 0);
        const auto report = result.json();
        QCOMPARE(report.at("pairs").get<int>(), 3);
        QCOMPARE(report.at("classes").size(), std::size_t{2});
        QCOMPARE(report.at("classes").at(1).at("pixels").get<int>(), 3 * 32 * 32);
        QVERIFY(report.contains("ignore_value"));
    }

    void tellsPeoplePairsSizesAndPixelShares()
    {
        const test::TemporaryFolder folder;
        makePair(folder.path(), "a", {64, 64});
        makePair(folder.path(), "b", {64, 96});
        const auto result = check(folder.path());
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.contains("2 that can be used"), result.out.constData());
        QVERIFY2(result.out.contains("64 x 64 (1)"), result.out.constData());
        QVERIFY2(result.out.contains("64 x 96 (1)"), result.out.constData());
        QVERIFY2(result.out.contains("75.00 %"), result.out.constData());
        QVERIFY2(result.out.contains("25.00 %"), result.out.constData());
    }

    void refusesAMissingFolderAsData()
    {
        const test::TemporaryFolder folder;
        makePair(folder.path(), "a");
        const auto result = runCli(
            {"check", "--images", text(folder.path() / "nowhere"), "--masks", text(folder.path() / "masks"), "--json"});
        QCOMPARE(result.exitCode, 3);
        QVERIFY(result.err.contains("nowhere"));
        QCOMPARE(result.json().at("error").at("code").get<std::string>(), std::string("data"));
    }

    void refusesEmptyFolders()
    {
        const test::TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() / "images");
        std::filesystem::create_directories(folder.path() / "masks");
        QCOMPARE(check(folder.path()).exitCode, 3);
    }

    void namesEveryDamagedFileAtOnce()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"good", "cut_image", "cut_mask"})
            makePair(folder.path(), name);
        test::truncateFile(folder.path() / "images" / "cut_image.png");
        test::truncateFile(folder.path() / "masks" / "cut_mask.png");
        const auto result = check(folder.path(), {"--json"});
        QCOMPARE(result.exitCode, 3);
        QVERIFY(hasProblem(result.json(), "error", "images/cut_image.png"));
        QVERIFY(hasProblem(result.json(), "error", "masks/cut_mask.png"));
        const auto told = check(folder.path());
        QCOMPARE(told.exitCode, 3);
        QVERIFY2(told.out.contains("cut_image.png") && told.out.contains("cut_mask.png"), told.out.constData());
    }

    void findsUnusualNamesAndNamesThemTruly()
    {
        const test::TemporaryFolder folder;
        const auto set = folder.path() / "my data (1)";
        const std::vector<std::string> names{"Wald weg 01", "日本 2",    "\u00e9",
                                             "e\u0301",     "naïve#50%", std::string(200, 'x')};
        for (const std::string& name : names)
            makePair(set, name, {32, 32});
        std::filesystem::rename(set / "images" / "naïve#50%.png", set / "images" / "naïve#50%.PNG");
        const auto result = check(set, {"--json"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json().at("pairs").get<std::size_t>(), names.size());
        std::filesystem::remove(set / "masks" / "日本 2.png");
        const auto missing = check(set, {"--json"});
        QCOMPARE(missing.exitCode, 0);
        QVERIFY(hasProblem(missing.json(), "warning", "日本 2.png"));
    }

    void letsTheIgnoreValueBeChosen()
    {
        const test::TemporaryFolder folder;
        makePair(folder.path(), "a");
        makePair(folder.path(), "b");
        LabelImage mask{{64, 64}, std::vector<std::uint8_t>(64 * 64, 0)};
        std::fill_n(mask.data.begin(), 100, std::uint8_t{1});
        std::fill_n(mask.data.begin() + 100, 50, std::uint8_t{255});
        QVERIFY(writePng(folder.path() / "masks" / "a.png", mask).has_value());
        QCOMPARE(check(folder.path(), {"--json"}).json().at("classes").size(), std::size_t{2});
        QCOMPARE(check(folder.path(), {"--json"}).json().at("ignore_value").get<int>(), 255);
        const auto none = check(folder.path(), {"--json", "--ignore-value", "none"});
        QCOMPARE(none.json().at("classes").size(), std::size_t{3});
        QVERIFY(none.json().at("ignore_value").is_null());
    }

    void survivesAReaderThatLeaves()
    {
        const test::TemporaryFolder folder;
        for (int i = 0; i < 60; ++i)
            makePair(folder.path(), std::to_string(i), {32, 32});
        test::truncateFile(folder.path() / "images" / "7.png");
        QProcess shell;
        shell.start("bash", {"-c", R"(set -o pipefail; "$0" check --images "$1" --masks "$2" | true)", GAPLESS_CLI,
                             text(folder.path() / "images"), text(folder.path() / "masks")});
        QVERIFY(shell.waitForFinished(60'000));
        QCOMPARE(shell.exitCode(), 3);
    }

    void takesAnIgnoredColorAsTheReportShowsIt()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"a", "b"}) {
            makePair(folder.path(), name);
            RgbImage mask{{64, 64}, std::vector<std::uint8_t>(64 * 64 * 3, 0)};
            std::fill_n(mask.data.begin(), 32 * 64 * 3, std::uint8_t{255});
            if (name[0] == 'b')
                std::ranges::copy(std::array<std::uint8_t, 3>{250, 3, 2}, mask.data.begin());
            QVERIFY(writePng(folder.path() / "masks" / (std::string(name) + ".png"), mask).has_value());
        }
        const auto refused = check(folder.path());
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.out.contains("give #fa0302 as the ignore value"), refused.out.constData());
        const auto ignored = check(folder.path(), {"--json", "--ignore-value", "#fa0302"});
        QVERIFY2(ignored.exitCode == 0, ignored.out.constData());
        QCOMPARE(ignored.json().at("ignore_value").get<int>(), 0xFA0302);
        QCOMPARE(check(folder.path(), {"--ignore-value", "#fa03"}).exitCode, 2);
    }
};

GAPLESS_TEST(TstCheckCommand, "check_command")
#include "tst_check_command.moc"
