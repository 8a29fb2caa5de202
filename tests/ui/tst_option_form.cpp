// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QWheelEvent>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QSpinBox>

#include "core/config/config_fields.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "ui/models/settings.h"
#include "ui/panels/folder_edit.h"
#include "ui/panels/option_form.h"

using namespace gapless;
using namespace gapless::ui;

class TstOptionForm final : public QObject
{
    Q_OBJECT

private:
    static QString problemShown(const OptionForm& form, const QString& key)
    {
        const auto* label = form.findChild<QLabel*>(key + QStringLiteral(".problem"));
        return label != nullptr && !label->isHidden() ? label->text() : QString();
    }

private Q_SLOTS:
    void aNumberIsBoundBothWays()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        QSpinBox* box = form.addNumber(QStringLiteral("training.batch"), 1, 4096);
        QCOMPARE(box->value(), settings.config().training.batch);
        box->setValue(12);
        QCOMPARE(settings.config().training.batch, 12);
        settings.setText(QStringLiteral("training.batch"), QStringLiteral("5"));
        QCOMPARE(box->value(), 5);
    }

    void aDecimalIsBoundBothWaysAndRefusesNonsense()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        const QString key = QStringLiteral("training.learning_rate");
        QLineEdit* edit = form.addText(key);
        edit->clear();
        QTest::keyClicks(edit, QStringLiteral("0."));
        QCOMPARE(edit->text(), QStringLiteral("0.")); // not tidied up under the user's fingers
        edit->clear();
        QTest::keyClicks(edit, QStringLiteral("3e-4"));
        QCOMPARE(settings.config().training.learningRate, 3e-4);
        QVERIFY(problemShown(form, key).isEmpty());
        QTest::keyClicks(edit, QStringLiteral("x"));
        QCOMPARE(settings.config().training.learningRate, 3e-4);
        QVERIFY(!problemShown(form, key).isEmpty());
        // Another field's change does not take back what is being typed.
        settings.setText(QStringLiteral("training.batch"), QStringLiteral("3"));
        QCOMPARE(edit->text(), QStringLiteral("3e-4x"));
        RunConfig config = settings.config();
        config.training.learningRate = 0.5;
        settings.setConfig(config);
        QCOMPARE(edit->text(), QStringLiteral("0.5"));
        QVERIFY(problemShown(form, key).isEmpty());
    }

    void aDecimalCommaIsUnderstood()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        const QString key = QStringLiteral("training.learning_rate");
        QLineEdit* edit = form.addText(key);
        edit->clear();
        QTest::keyClicks(edit, QStringLiteral("0,02"));
        QCOMPARE(settings.config().training.learningRate, 0.02);
        QVERIFY(problemShown(form, key).isEmpty());
        QCOMPARE(edit->text(), QStringLiteral("0,02"));
        QTest::keyClicks(edit, QStringLiteral(",5"));
        QVERIFY(!problemShown(form, key).isEmpty());
        settings.setText(QStringLiteral("data.images"), QStringLiteral("a,b"));
        QCOMPARE(settings.config().data.images, std::string("a,b"));
    }

    void theWheelChangesOnlyAFieldWithTheFocus()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        QSpinBox* box = form.addNumber(QStringLiteral("training.batch"), 1, 4096);
        form.addText(QStringLiteral("training.clip"))->setFocus();
        form.show();
        form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        const auto turn = [box] {
            QWheelEvent event(QPointF(4, 4), box->mapToGlobal(QPointF(4, 4)), {}, {0, 120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(box, &event);
            return event.isAccepted();
        };
        const int before = box->value();
        QVERIFY(!turn()); // for the page, which it scrolls
        QCOMPARE(box->value(), before);
        box->setFocus();
        QVERIFY(turn());
        QCOMPARE(box->value(), before + 1);
    }

    void aSwitchIsBoundBothWays()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        QCheckBox* box = form.addSwitch(QStringLiteral("speed.cross_epoch"));
        QVERIFY(box->isChecked());
        box->click();
        QVERIFY(!settings.config().speed.crossEpoch);
        settings.setText(QStringLiteral("speed.cross_epoch"), QStringLiteral("on"));
        QVERIFY(box->isChecked());
    }

    void aChoiceOffersWhatTheBuildOffersUnderItsName()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        QComboBox* box =
            form.addChoice(QStringLiteral("training.augment"), {{QStringLiteral("none"), QStringLiteral("crop only")}});
        QCOMPARE(box->currentText(), QStringLiteral("basic"));
        box->setCurrentText(QStringLiteral("crop only"));
        QCOMPARE(settings.config().training.augment, Augmentation::None);
        settings.setText(QStringLiteral("training.augment"), QStringLiteral("basic"));
        QCOMPARE(box->currentText(), QStringLiteral("basic"));
    }

    void anOpenChoiceTakesOwnValues()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        const QString key = QStringLiteral("data.ignore_value");
        QComboBox* box = form.addOpenChoice(key, {QStringLiteral("auto"), QStringLiteral("none")});
        QCOMPARE(box->currentText(), QStringLiteral("auto"));
        box->setEditText(QStringLiteral("11"));
        QCOMPARE(settings.config().data.ignoreValue, std::string("11"));
        box->setEditText(QStringLiteral("eleven"));
        QVERIFY(problemShown(form, key).contains(QStringLiteral("eleven")));
    }

    void aFolderIsTypedOrDropped()
    {
        const test::TemporaryFolder folder;
        Settings settings;
        OptionForm form(settings, nullptr);
        const QString key = QStringLiteral("data.images");
        QLineEdit* edit = form.addFolder(key);
        QVERIFY(!problemShown(form, key).isEmpty());
        form.setQuietWhileEmpty(key);
        QVERIFY(problemShown(form, key).isEmpty());
        QTest::keyClicks(edit, QStringLiteral("/a/b"));
        QCOMPARE(settings.config().data.images, std::string("/a/b"));

        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(folder.path().string()))});
        QDragEnterEvent enter(QPoint(2, 2), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(edit, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(2, 2), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(edit, &drop);
        QCOMPARE(settings.config().data.images, folder.path().string());
        QCOMPARE(edit->text().toStdString(), folder.path().string());
    }

    void everyRowIsExplainedAndNamed()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        QSpinBox* box = form.addNumber(QStringLiteral("speed.workers"), 1, 64);
        const FieldInfo& info = configField("speed.workers");
        QCOMPARE(box->accessibleName().toStdString(), std::string(info.label));
        QCOMPARE(box->toolTip().toStdString(), std::string(info.description));
    }

    void aProblemOfTheValueStandsBelowItsField()
    {
        Settings settings;
        OptionForm form(settings, nullptr);
        const QString key = QStringLiteral("training.crop_height");
        QSpinBox* box = form.addNumber(key, 32, 8192, 32);
        QSignalSpy problems(&settings, &Settings::problemsChanged);
        box->setValue(250);
        QCOMPARE(problems.count(), 1);
        QVERIFY(problemShown(form, key).contains(QStringLiteral("250")));
        box->setValue(256);
        QVERIFY(problemShown(form, key).isEmpty());
    }
};

GAPLESS_TEST(TstOptionForm, "option_form")
#include "tst_option_form.moc"
