// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/data/dataset_check.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstDatasetJson final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fieldsAreNamedAndOnOneLine();
    void colorMasksGiveColors();
    void namesThatAreNotUtf8DoNotThrow();
};

void TstDatasetJson::fieldsAreNamedAndOnOneLine()
{
    DatasetReport report;
    report.pairs.resize(3);
    report.imageKinds = {{"RGB", 2}, {"grey", 1}};
    report.classes = {MaskKind::Ids, {{0, "sky", {}, 30}, {19, "road", {}, 10}}, 255, 5};
    report.problems = {{Severity::Error, "size-mismatch", "images/a.png", "too \"small\"\nby far"},
                       {Severity::Note, "mixed-sizes", {}, "several"}};
    const std::string text = reportToJson(report);
    QVERIFY(!text.contains('\n'));
    const auto expected = nlohmann::json::parse(R"({"pairs":3,"image_kinds":{"RGB":2,"grey":1},
        "classes":[{"id":0,"value":0,"name":"sky","pixels":30,"share":0.75},{"id":1,"value":19,"name":"road","pixels":10,"share":0.25}],
        "ignore_value":255,
        "problems":[{"severity":"error","kind":"size-mismatch","file":"images/a.png","message":"too \"small\"\nby far"},
                    {"severity":"note","kind":"mixed-sizes","file":"","message":"several"}]})");
    QVERIFY2(nlohmann::json::parse(text) == expected, text.c_str());
}

void TstDatasetJson::colorMasksGiveColors()
{
    DatasetReport report;
    report.classes = {MaskKind::Colors, {{0x00FF07, "tree", {}, 0}}, std::nullopt, 0};
    const auto json = nlohmann::json::parse(reportToJson(report));
    QCOMPARE(json["classes"][0]["color"].get<std::string>(), std::string("#00ff07"));
    QVERIFY(!json["classes"][0].contains("value"));
    QCOMPARE(json["classes"][0]["share"].get<double>(), 0.0);
    QVERIFY(json["ignore_value"].is_null());
}

void TstDatasetJson::namesThatAreNotUtf8DoNotThrow()
{
    DatasetReport report;
    report.problems = {{Severity::Warning, "unused-mask", "bad\xFFname.png", "unused"}};
    QVERIFY(nlohmann::json::parse(reportToJson(report))["problems"][0]["file"].get<std::string>().starts_with("bad"));
}

GAPLESS_TEST(TstDatasetJson, "dataset_json")
#include "tst_dataset_json.moc"
