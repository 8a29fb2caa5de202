// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QHash>
#include <QMap>
#include <QString>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace gapless::ui
{

class Settings;

/// Rows bound both ways to fields of the configuration: label and tool tip come from the field's table, what is wrong
/// with its value stands below it. UI thread.
class OptionForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OptionForm)

public:
    /// `settings` outlives the form.
    OptionForm(Settings& settings, QWidget* parent);

    /// Free text, and numbers with decimals.
    QLineEdit* addText(const QString& key);
    QSpinBox* addNumber(const QString& key, int least, int most, int step = 1);
    /// On and off.
    QCheckBox* addSwitch(const QString& key);
    /// The values this build offers; `names` are shown in their place where given.
    QComboBox* addChoice(const QString& key, const QMap<QString, QString>& names = {});
    /// Free text with some values offered.
    QComboBox* addOpenChoice(const QString& key, const QStringList& offered);
    /// A path with a Browse button; takes a dropped folder.
    QLineEdit* addFolder(const QString& key);
    /// The field's placeholder already says what to do while it is empty: no second word below it.
    void setQuietWhileEmpty(const QString& key);
    /// A line of text over the whole width.
    QLabel* addNote();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addRow(const QString& key, QWidget* editor, QWidget* focus, std::function<void(const QString&)> show);
    void showProblem(const QString& key);
    void refresh(const QString& key);
    /// From an editor in which text is being typed: that text is not replaced by its canonical form ("0." by "0").
    void setTyped(const QString& key, const QString& text);
    void browse(const QString& key);

    struct Row
    {
        std::function<void(const QString&)> show; ///< puts the field's text into the editor
        QLabel* problem = nullptr;
        QString label;
        bool isQuietWhileEmpty = false;
    };

    Settings& m_settings;
    QGridLayout* m_layout = nullptr;
    QHash<QString, Row> m_rows;
    QString m_typedKey; ///< while setTyped() runs
    int m_nextRow = 0;
};

} // namespace gapless::ui
