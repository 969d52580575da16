/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LoggedElement;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.entrance.EmittedSerializer;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TriggerKey;

import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** What a coordinator makes of a part that another one sends on. */
class ReplayTest {
    private static final long LINK = 7;
    private static final LongSerializer LONG = LongSerializer.INSTANCE;

    @TempDir Path directory;

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void everyTransactionThatIsReadIsToldToTheProgress() throws Exception {
        RecoveryProgress progress = new RecoveryProgress("graph", 0, nanos::get);
        Replay replay = replay();
        replay.beginPart(0, false, true, progress);
        replay.segment(
                LoggedNumbers.header("graph", "A", Beginning.RUN, new Snapshot(Snapshot.NONE, "")));

        try (LoggedMessages messages =
                new LoggedMessages(RecoveryProgress.class.getName(), Level.INFO)) {
            read(replay, 1);
            read(replay, 2);
            assertThat(messages.all()).isEmpty();

            nanos.set(TimeUnit.MINUTES.toNanos(1));
            read(replay, 3);
            assertThat(messages.all()).singleElement(STRING).contains("transactions=3, seconds=60");
        }
    }

    // ------------------------------------------------------------------ entrances

    @Test
    void inputsOfOtherEntrancesAreRefused() throws Exception {
        assertThatCode(() -> recover("", List.of())).doesNotThrowAnyException();
        assertThatCode(() -> recover("b", List.of("a", "b"))).doesNotThrowAnyException();

        assertThatThrownBy(() -> recover("c", List.of("a", "b")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("[TSP-3226]")
                .hasMessageContaining("graph=graph, entrance=c, entrances=[a, b]");
        assertThatThrownBy(() -> recover("", List.of("a")))
                .hasMessageContaining("entrance=, entrances=[a]");
        assertThatThrownBy(() -> recover("a", List.of()))
                .hasMessageContaining("entrance=a, entrances=[]");
    }

    /** The key of an element is none of those that triggered transactions have. */
    @ParameterizedTest
    @ValueSource(strings = {"key", "", "1.2", "a.b.c.d", "1.2.3.4.5"})
    void inputsOfAnEntranceThatIsOneOfTriggersAreRefused(String key) {
        OpenPlan<Long> plan = plan(List.of("a"), List.of(), ReturnedInputs.NONE);
        TriggerPlan.Target target =
                new TriggerPlan.Target("a", 0, TypeInformation.of(Object.class), anything());
        OpenPlan<Long> triggered =
                triggering(
                        plan,
                        plan.elementSerializer(),
                        new TriggerPlan(List.of(target), anything()));
        assertThatThrownBy(() -> recover(replay(triggered, SentBlocks.ofCoordinator()), "a", key))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("[TSP-3227]")
                .hasMessageContaining("graph=graph, entrance=a, key=" + key);
    }

    /** Reading them costs time, and most transactions trigger nothing. */
    @Test
    void elementsThatHaveLeftAreNotRead() throws Exception {
        OpenPlan<Long> plan = plan(List.of("stream", "a"), List.of(), ReturnedInputs.NONE);
        TypeSerializer<Object> emitted =
                new EmittedSerializer(anything(), List.of("a"), List.of(anything()));
        TriggerPlan.Target target =
                new TriggerPlan.Target("a", 1, TypeInformation.of(Object.class), anything());
        List<Triggered> triggered = new ArrayList<>();
        Replay replay =
                replay(
                        triggering(plan, emitted, new TriggerPlan(List.of(target), emitted)),
                        SentBlocks.ofCoordinator(),
                        new LoggedTriggers() {
                            @Override
                            public void triggered(TriggerKey key, Triggered what, long time) {
                                triggered.add(what);
                            }

                            @Override
                            public void ended(TriggerKey key) {}
                        });
        replay.beginPart(0, true, true, new RecoveryProgress("graph", 0, nanos::get));
        replay.segment(
                new LogHeader(
                        "graph",
                        0,
                        "A",
                        Beginning.RUN,
                        0,
                        "",
                        0,
                        LogHeader.Identification.KEY,
                        List.of(),
                        List.of(),
                        LoggedSerializer.of(emitted)));
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        DataOutputSerializer out = encoder.begin(5, 5, Outcome.COMMITTED, 1, "stream", "key", 0, 0);
        encoder.updates(0);
        encoder.elements(2);
        encoder.beginElement();
        out.writeByte(0); // it leaves, and could not be read
        encoder.endElement();
        encoder.beginElement();
        out.writeByte(1);
        out.writeLong(7);
        encoder.endElement();
        encoder.end();

        read(replay, records);

        assertThat(triggered).containsExactly(new Triggered("a", 7L));
    }

    private static OpenPlan<Long> triggering(
            OpenPlan<Long> plan, TypeSerializer<?> emitted, TriggerPlan triggers) {
        return new OpenPlan<>(
                plan.settings(),
                plan.router(),
                plan.inputSerializer(),
                plan.transactionKey(),
                plan.outlets(),
                plan.states(),
                emitted,
                plan.spread(),
                plan.entrances(),
                plan.procedures(),
                false,
                null,
                List.of(),
                triggers);
    }

    @SuppressWarnings("unchecked") // nothing is written
    private static TypeSerializer<Object> anything() {
        return (TypeSerializer<Object>) (TypeSerializer<?>) LONG;
    }

    private void recover(String entrance, List<String> entrances) throws Exception {
        recover(replay(entrances), entrance, "key");
    }

    private void recover(Replay replay, String entrance, String key) throws Exception {
        replay.beginPart(0, false, true, new RecoveryProgress("graph", 0, nanos::get));
        replay.segment(
                LoggedNumbers.header("graph", "A", Beginning.RUN, new Snapshot(Snapshot.NONE, "")));
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        encoder.begin(5, 5, Outcome.COMMITTED, 1, entrance, key, 0, 0);
        encoder.updates(0);
        encoder.end();
        read(replay, records);
    }

    // ------------------------------------------------------------------ times and inputs

    /** A record that has to be written anew, as the states have other places today. */
    @ParameterizedTest
    @EnumSource
    void timeAndInputAreSentOn(ReturnedInputs returned) throws Exception {
        SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent = SentBlocks.ofCoordinator();
        List<StateColumns> states = List.of(column("new"), column("old"));
        Replay replay = replay(plan(List.of(), states, returned), sent);
        replay.beginPart(0, true, true, new RecoveryProgress("graph", 0, nanos::get));
        replay.segment(headerOfOneState());
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        DataOutputSerializer out =
                encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "key", 0, 0, 77, true);
        encoder.updates(1);
        encoder.beginUpdate(0, false);
        out.writeLong(3);
        encoder.endKey();
        out.writeLong(4);
        encoder.endValue();
        encoder.beginInput();
        out.writeLong(9);
        encoder.endInput(Integer.MAX_VALUE);
        encoder.end();
        read(replay, records);
        replay.end();

        LoggedTransaction logged = sentOn(sent);
        assertThat(logged.updates().get(0).state()).isEqualTo(1);
        assertThat(logged.time()).isEqualTo(77);
        if (returned == ReturnedInputs.NONE) { // nobody asks for it any more
            assertThat(logged.returned()).isNull();
        } else {
            assertThat(logged.returned()).containsExactly(0, 0, 0, 0, 0, 0, 0, 9);
        }
    }

    /** A record that has to be written anew, as above. */
    @Test
    void whyElementsOfABatchWereRejectedIsSentOn() throws Exception {
        SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent = SentBlocks.ofCoordinator();
        List<StateColumns> states = List.of(column("new"), column("old"));
        Replay replay = replay(plan(List.of(), states, ReturnedInputs.NONE), sent);
        replay.beginPart(0, true, true, new RecoveryProgress("graph", 0, nanos::get));
        replay.segment(headerOfOneState());
        AbortReason reason = new AbortReason(AbortReason.Kind.USER, "old", "3", "no", "why");
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        DataOutputSerializer out =
                encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "key", 0, 0, 77, false, true);
        encoder.updates(1);
        encoder.beginUpdate(0, true);
        out.writeLong(3);
        encoder.endKey();
        encoder.batch(2);
        encoder.batchElement(InputIdentity.ofKey("", "a"), 0);
        encoder.batchElement(InputIdentity.ofKey("", "b"), 0);
        encoder.rejected(2, place -> place == 1 ? List.of(reason) : List.of());
        encoder.end();
        read(replay, records);
        replay.end();

        LoggedTransaction logged = sentOn(sent);
        assertThat(logged.updates().get(0).state()).isEqualTo(1);
        assertThat(logged.batch())
                .extracting(LoggedElement::reasons)
                .containsExactly(List.of(), List.of(reason));
    }

    private static LoggedTransaction sentOn(
            SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent) throws Exception {
        DataInputDeserializer in = sent.takeToClose(0).get(0).fragments().readPayload();
        byte[] record = new byte[in.readInt()];
        in.readFully(record);
        return LoggedTransaction.decode(record);
    }

    private static LogHeader headerOfOneState() throws Exception {
        return new LogHeader(
                        "graph",
                        0,
                        "A",
                        Beginning.RUN,
                        0,
                        "",
                        0,
                        LogHeader.Identification.KEY,
                        List.of(),
                        List.of(
                                new LoggedState(
                                        "old",
                                        LoggedSerializer.of(LONG),
                                        LoggedSerializer.of(LONG))),
                        LoggedSerializer.of(LONG))
                .returning(LoggedSerializer.of(LONG));
    }

    private static StateColumns column(String name) {
        return new StateColumns(name, LONG, LONG, 0, 0);
    }

    private static void read(Replay replay, long number) throws Exception {
        read(replay, LoggedNumbers.record(number));
    }

    private static void read(Replay replay, LogRecords records) throws Exception {
        byte[] payload =
                Arrays.copyOfRange(records.array(), LogRecords.PREFIX_BYTES, records.length());
        replay.transaction(payload, LoggedTransaction.decode(payload));
    }

    private Replay replay() {
        return replay(List.of());
    }

    private Replay replay(List<String> entrances) {
        return replay(plan(entrances, List.of(), ReturnedInputs.NONE), SentBlocks.ofCoordinator());
    }

    private static Replay replay(
            OpenPlan<Long> plan, SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent) {
        return replay(plan, sent, LoggedTriggers.NONE);
    }

    private static Replay replay(
            OpenPlan<Long> plan,
            SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent,
            LoggedTriggers triggers) {
        HybridClock clock = new HybridClock(0, 1, InstantSource.system());
        ReplaySender sender =
                new ReplaySender(Outputs.ofCoordinator(sent, 1, new boolean[] {true}), 0, LINK);
        return new Replay(
                plan,
                new TaskInfoImpl("open", 128, 0, 1, 0),
                ReplayTest.class.getClassLoader(),
                sender,
                clock,
                new AwaitedInputs(0, 1, 1, InputSpread.ANY, true),
                new LogCut(),
                LoggedCalls.NONE,
                LoggedBatches.NONE,
                triggers);
    }

    private OpenPlan<Long> plan(
            List<String> entrances, List<StateColumns> states, ReturnedInputs returned) {
        return new OpenPlan<>(
                LoggedSettings.returning(
                        new FileLog(directory.toUri().toString()), false, returned),
                task -> key -> 0,
                LongSerializer.INSTANCE,
                String::valueOf,
                List.of(),
                states,
                LongSerializer.INSTANCE,
                InputSpread.ANY,
                entrances);
    }
}
