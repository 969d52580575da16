/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.InputIdentity;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateInitializationContextImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** What a run learns of the log from the snapshot that it is restored from. */
class LogStateTest {
    private static final String JOB = "job";
    private static final long SNAPSHOT = 7;
    private static final long TIMEOUT_MS = 600_000;
    private static final int PARTS = 1;
    private static final long BEFORE_MS = System.currentTimeMillis();
    private static final TaskInfo TASK = new TaskInfoImpl("open", 128, 0, PARTS, 0);
    private static final StringSerializer STRINGS = StringSerializer.INSTANCE;
    private static final LongSerializer LONGS = LongSerializer.INSTANCE;

    @TempDir Path directory;

    private OperatorStateBackend store;
    private FileLog log;
    private CommitLog commits;
    private OpenPlan<String> plan;
    private LogSegments segments;

    @BeforeEach
    void open() throws Exception {
        store =
                new DefaultOperatorStateBackendBuilder(
                                LogStateTest.class.getClassLoader(),
                                new ExecutionConfig(),
                                false,
                                List.of(),
                                new CloseableRegistry())
                        .build();
        log = new FileLog(directory.toUri().toString());
        plan = plan(STRINGS, false);
        commits =
                new CommitLog(log.openWriter("graph", 0, cause -> {}), () -> {}, System::nanoTime);
        segments =
                new LogSegments(
                        plan,
                        TASK,
                        JOB,
                        commits,
                        new SegmentLedger(JOB, 1, 2, 1),
                        OldParts.shut(log, "graph", TASK));
    }

    @AfterEach
    void close() throws IOException {
        segments.close();
        commits.close();
        store.dispose();
    }

    // ------------------------------------------------------------------ the end of a log

    @Test
    void onlyASavepointThatStopsTheJobIsTheEndOfItsLog() throws Exception {
        SavepointFormatType format = SavepointFormatType.CANONICAL;
        for (SnapshotType ends :
                List.of(SavepointType.suspend(format), SavepointType.terminate(format))) {
            assertThat(taken(ends).hasGoneOn()).isFalse();
        }
        for (SnapshotType goesOn :
                List.of(CheckpointType.CHECKPOINT, SavepointType.savepoint(format))) {
            assertThat(taken(goesOn).hasGoneOn()).isTrue();
        }
    }

    @Test
    void savepointOfAnEarlierBuildCountsAsTheEndOfItsLog() throws Exception {
        taken(SavepointType.savepoint(SavepointFormatType.CANONICAL));
        writer().remove("stopsJob");
        assertThat(restored().hasGoneOn()).isFalse();

        taken(CheckpointType.CHECKPOINT);
        writer().remove("stopsJob");
        assertThat(restored().hasGoneOn()).isTrue();
    }

    @Test
    void jobWithoutALogHasNoneToGoOn() throws Exception {
        LogState state = restored();
        assertThat(state.hasGoneOn()).isFalse();
        state.updateWithoutLog(JOB);
        assertThat(restored().hasGoneOn()).isFalse();
    }

    // ------------------------------------------------------------------ where a run goes on

    /** Segments of the snapshot that others began are known by the time. */
    @Test
    void snapshotTellsWhenItWasTakenAndHowLongThatMayTake() throws Exception {
        Origin taken = taken(CheckpointType.CHECKPOINT).origin("other");
        Snapshot snapshot = new Snapshot(SNAPSHOT, JOB);
        assertThat(taken)
                .isEqualTo(
                        new Origin("other", snapshot, false, taken.takenMs(), TIMEOUT_MS, PARTS));
        assertThat(taken.takenMs()).isBetween(BEFORE_MS, System.currentTimeMillis());

        writer().remove("withinMs");
        assertThat(restored().origin("other"))
                .as("of an earlier build")
                .isEqualTo(new Origin("other", snapshot, false, taken.takenMs(), PARTS));
    }

    // ------------------------------------------------------------------ what is stored

    /** What goes round would not tell that a name has changed. */
    @Test
    void snapshotOfAnEarlierBuildIsRead() throws Exception {
        writer().put("job", "other");
        writer().put("isSavepoint", "true");
        writer().put("stopsJob", "false");
        writer().put("takenMs", "70");
        writer().put("withinMs", "90");
        writer().put("parts", "3");
        writer().put("inputType", "AQID"); // 1, 2, 3
        snapshots("log-checkpoints").put(Tuple2.of("other", 5L), true);
        snapshots("log-savepoints").put(Tuple2.of("other", 4L), true);
        byte[] entry = new PartEntry(2, 6, List.of()).encode();
        store.getListState(
                        new ListStateDescriptor<>(
                                "log-segments",
                                PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO))
                .add(entry);

        LogState state = restored();
        Snapshot snapshot = new Snapshot(SNAPSHOT, "other");
        assertThat(state.origin(JOB)).isEqualTo(new Origin(JOB, snapshot, true, 70, 90, 3));
        assertThat(state.hasGoneOn()).isTrue();
        assertThat(state.inputType()).isNotNull();
        assertThat(state.inputType().snapshot()).containsExactly(1, 2, 3);
        assertThat(state.checkpoints()).containsExactly(new Snapshot(5, "other"));
        assertThat(state.savepoints()).containsExactly(new Snapshot(4, "other"));
        assertThat(state.entries()).containsExactly(PartEntry.decode(entry));
    }

    @Test
    void snapshotWithoutLogOfAnEarlierBuildIsRead() throws Exception {
        writer().put("jobWithoutLog", "other");
        writer().put("takenMsWithoutLog", "70");
        assertThat(restored().origin(JOB)).isEqualTo(Origin.withoutLog(JOB, SNAPSHOT, "other", 70));
    }

    private BroadcastState<Tuple2<String, Long>, Boolean> snapshots(String name) throws Exception {
        return store.getBroadcastState(
                new MapStateDescriptor<>(
                        name, Types.TUPLE(Types.STRING, Types.LONG), Types.BOOLEAN));
    }

    // ------------------------------------------------------------------ types of inputs

    /** Else what was logged behind the snapshot would be executed a second time. */
    @Test
    void otherTypeOfInputsIsRefusedUnlessTheLogHasEnded() throws Exception {
        LogState goneOn = taken(SavepointType.savepoint(SavepointFormatType.CANONICAL));
        check(goneOn, STRINGS, false);
        assertRefused(goneOn, LONGS);

        check(taken(SavepointType.suspend(SavepointFormatType.CANONICAL)), LONGS, false);
    }

    @Test
    void otherTypeOfInputsIsRefusedIfSomeAreAwaited() throws Exception {
        SavepointType end = SavepointType.suspend(SavepointFormatType.CANONICAL);
        LogState state = taken(end, List.of(new InputIdentity("", 1, 2)));
        check(state, STRINGS, false);
        assertRefused(state, LONGS);
    }

    @Test
    void typeOfInputsWhoseClassIsNotThereIsAnotherOne() throws Exception {
        LogState state = taken(CheckpointType.CHECKPOINT);
        ClassLoader others = ClassLoader.getPlatformClassLoader();
        assertThatThrownBy(() -> new StartChecks(plan, state).checkInputType(others))
                .hasMessageContaining("the type of its inputs has changed");
    }

    @Test
    void otherTypeOfInputsStartsIfTheLossIsAccepted() throws Exception {
        LogState state = taken(CheckpointType.CHECKPOINT);
        try (LoggedMessages messages = new LoggedMessages(StartChecks.class)) {
            check(state, LONGS, true);
            assertThat(messages.all())
                    .singleElement(STRING)
                    .contains("another type of its inputs", "graph=graph");
        }
    }

    @Test
    void earlierBuildsDoNotTellTheTypeOfInputs() throws Exception {
        LogState state = taken(CheckpointType.CHECKPOINT);
        writer().remove("inputType");
        check(state, LONGS, false);
    }

    private void assertRefused(LogState state, TypeSerializer<?> inputs) {
        assertThatThrownBy(() -> check(state, inputs, false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the type of its inputs has changed")
                .hasMessageContaining("graph=graph")
                .hasMessageContaining("tspoon.graph.log-accept-loss");
    }

    private void check(LogState state, TypeSerializer<?> inputs, boolean acceptsLoss)
            throws Exception {
        new StartChecks(plan(inputs, acceptsLoss), state)
                .checkInputType(LogStateTest.class.getClassLoader());
    }

    // ------------------------------------------------------------------ snapshots

    /** What is restored from a snapshot of this type. */
    private LogState taken(SnapshotType type) throws Exception {
        return taken(type, List.of());
    }

    private LogState taken(SnapshotType type, List<InputIdentity> awaited) throws Exception {
        assertThat(segments.roll(SNAPSHOT, type, awaited)).isTrue();
        restored().update(segments);
        return restored();
    }

    private LogState restored() throws Exception {
        return new LogState(
                new StateInitializationContextImpl(SNAPSHOT, store, null, List.of(), List.of()),
                TIMEOUT_MS,
                LoggedInputs.type(plan));
    }

    /** As it is stored: who wrote the log, and the snapshot. */
    private BroadcastState<String, String> writer() throws Exception {
        return store.getBroadcastState(
                new MapStateDescriptor<>("log-writer", Types.STRING, Types.STRING));
    }

    /** Of a t-graph that knows its inputs by their bytes. */
    private <I> OpenPlan<I> plan(TypeSerializer<I> inputs, boolean acceptsLoss) {
        return new OpenPlan<>(
                LoggedSettings.of(log, acceptsLoss),
                task -> key -> 0,
                inputs,
                null,
                List.of(),
                List.of(),
                STRINGS,
                InputSpread.ANY,
                List.of());
    }
}
