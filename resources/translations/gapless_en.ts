<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>dataset_words</name>
    <message numerus="yes">
        <source>%n pair(s)</source>
        <translation>
            <numerusform>%n pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) stop training</source>
        <translation>
            <numerusform>%n problem stops training</numerusform>
            <numerusform>%n problems stop training</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gapless::ui::PredictionStrip</name>
    <message numerus="yes">
        <source>%n sample(s), %1</source>
        <translation>
            <numerusform>%n sample, %1</numerusform>
            <numerusform>%n samples, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunStarter</name>
    <message numerus="yes">
        <source>%n setting(s) need attention: they are marked on the left.</source>
        <translation>
            <numerusform>%n setting needs attention: it is marked on the left.</numerusform>
            <numerusform>%n settings need attention: they are marked on the left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) in the data stop training: the Data tab lists them.</source>
        <translation>
            <numerusform>%n problem in the data stops training: the Data tab names it.</numerusform>
            <numerusform>%n problems in the data stop training: the Data tab lists them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gapless::ui::RunsPanel</name>
    <message numerus="yes">
        <source>%n run(s), looked for in %1</source>
        <translation>
            <numerusform>%n run, looked for in %1</numerusform>
            <numerusform>%n runs, looked for in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gapless::ui::SettingsPanel</name>
    <message numerus="yes">
        <source>%1 of decoded pictures are kept, %n picture(s)</source>
        <translation>
            <numerusform>%1 of decoded pictures are kept, %n picture</numerusform>
            <numerusform>%1 of decoded pictures are kept, %n pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n input channel(s)</source>
        <translation>
            <numerusform>%1, %n input channel</numerusform>
            <numerusform>%1, %n input channels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>program_facts</name>
    <message numerus="yes">
        <source>%1, %n thread(s) at a time</source>
        <translation>
            <numerusform>%1, %n thread at a time</numerusform>
            <numerusform>%1, %n threads at a time</numerusform>
        </translation>
    </message>
</context>
</TS>
