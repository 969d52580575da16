/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.FileLog;
import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.log.LoggedMessages;
import io.tspoon.runtime.log.LoggedSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FromCoordinator;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.logging.log4j.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/**
 * What a coordinator with a log does when it starts: the first of two, with one stateful operator.
 * The test answers for close and for the participants.
 */
class OpenOperatorTest {
    private static final int COORDINATORS = 2;
    private static final int OTHER = 1;
    private static final int MEGABYTE = 1 << 20;
    private static final StringSerializer STRINGS = StringSerializer.INSTANCE;

    @TempDir Path directory;

    private final SentBlocks<CoordinatorToParticipant, CoordinatorToClose> sent =
            SentBlocks.ofCoordinator();
    private FileLog log;
    private OneInputStreamOperatorTestHarness<String, Block> operator;
    private CoordinatorLink link;

    /** Comes before the first answer; null if nothing does. */
    private Feedback.@Nullable Claimed early;

    @BeforeEach
    void create() throws Exception {
        log = new FileLog(directory.toUri().toString());
        operator = coordinator(0, true);
    }

    private OneInputStreamOperatorTestHarness<String, Block> coordinator(
            int index, boolean acceptsLoss) throws Exception {
        OpenOperatorFactory<String> factory = new OpenOperatorFactory<>();
        factory.setPlan(plan(acceptsLoss));
        OneInputStreamOperatorTestHarness<String, Block> coordinator =
                new OneInputStreamOperatorTestHarness<>(factory, COORDINATORS, COORDINATORS, index);
        coordinator.setOutputCreator(any -> sent);
        return coordinator;
    }

    @AfterEach
    void close() throws Exception {
        operator.close();
    }

    // ------------------------------------------------------------------ rounds

    /** Else values of any size would be gathered into one block, which has 2 GB at most. */
    @Test
    void roundOfReplayEndsByBytesAlsoWithinATransaction() throws Exception {
        int length = 400_000;
        logged(transaction("first", 5, length), transaction("second", 5, length));
        open();

        List<CoordinatorToParticipant> values = sent.takeToState(0, 0);
        assertThat(values).filteredOn(FromCoordinator::isReplay).hasSizeGreaterThan(2);
        assertThat(values)
                .allSatisfy(block -> assertThat(bytes(block)).isLessThan(MEGABYTE + length));
        assertThat(
                        values.stream()
                                .filter(FromCoordinator::isReplay)
                                .mapToInt(block -> block.fragments().size())
                                .sum())
                .isEqualTo(10);
        assertThat(sent.takeToClose(0))
                .filteredOn(FromCoordinator::isReplay)
                .hasSize(2)
                .allSatisfy(block -> assertThat(block.fragments().size()).isEqualTo(1));
    }

    @Test
    void roundOfReplayHasTheRowsOfManyTransactions() throws Exception {
        int count = 1_000;
        logged(transactions(count));
        open();

        for (List<? extends FromCoordinator> sentOnce :
                List.of(sent.takeToState(0, 0), sent.takeToClose(0))) {
            List<? extends FromCoordinator> replayed =
                    sentOnce.stream().filter(FromCoordinator::isReplay).toList();
            assertThat(replayed.stream().mapToInt(block -> block.fragments().size()).sum())
                    .isEqualTo(count);
            assertThat(replayed).hasSizeBetween(2, 8);
        }
    }

    /** With keys each coordinator awaits all inputs, those of the other one's part, too. */
    @Test
    void recoveryIsToldWhenAllIsRead() throws Exception {
        logged(0, transaction("first", 1, 1), transaction("second", 0, 0));
        logged(OTHER, transaction("third", 1, 1));
        try (LoggedMessages messages = new LoggedMessages(OpenLog.class.getName(), Level.INFO)) {
            open();

            assertThat(messages.all())
                    .filteredOn(text -> text.startsWith("Recovered from write-ahead log"))
                    .singleElement(STRING)
                    .contains("graph=graph, coordinator=0, checkpoint=0, parts=2,")
                    .containsPattern("transactions=2, awaited inputs=3, ms=\\d+$");
        }
    }

    // ------------------------------------------------------------------ timestamps

    /** A participant may have heard of others whose clocks are fast, before a restore, too. */
    @Test
    void timestampsAreAboveAllThatParticipantsHaveSeen() throws Exception {
        long seen =
                Timestamps.ofEpochMs(System.currentTimeMillis()) + Timestamps.distance(3_600_000);
        open();
        answerGreeting(seen);
        sent.takeToClose(0);
        operator.processElement(new StreamRecord<>("first"));

        assertThat(sent.takeToClose(0))
                .singleElement()
                .satisfies(
                        block -> {
                            assertThat(block.fragments().size()).isEqualTo(1);
                            assertThat(block.fragments().timestamp(0)).isGreaterThan(seen);
                        });
    }

    // ------------------------------------------------------------------ watermarks

    /** The element of a logged transaction came before it, maybe to another coordinator. */
    @Test
    void watermarkComesBehindWhatTheLogRepeats() throws Exception {
        logged(transaction("first", 1, 1));
        open();
        operator.processWatermark(new Watermark(10));

        List<String> events = sent.takeEvents();
        assertThat(events).containsSubsequence("to-close", "watermark 10");
        assertThat(events).doesNotContainSubsequence("watermark 10", "to-close");
    }

    @Test
    void inputIsNotIdleBeforeTheLogIsRepeated() throws Exception {
        logged(transaction("first", 1, 1));
        open();
        operator.getOneInputOperator().processWatermarkStatus(WatermarkStatus.IDLE);

        List<String> events = sent.takeEvents();
        assertThat(events).containsSubsequence("to-close", "idle");
        assertThat(events).doesNotContainSubsequence("idle", "to-close");
    }

    // ------------------------------------------------------------------ claims

    /** All of them may come again before anything is sent for another reason. */
    @Test
    void claimsDoNotWaitForARoundWithoutBound() throws Exception {
        int count = 40;
        int length = 100_000;
        LogRecords[] transactions = new LogRecords[count];
        for (int i = 0; i < count; i++) {
            transactions[i] = transaction(key(i, length), 0, 0);
        }
        logged(transactions);
        open();
        answerGreeting();
        sent.takeToClose(OTHER);

        for (int i = 0; i < count; i++) {
            operator.processElement(new StreamRecord<>(key(i, length)));
        }

        List<CoordinatorToClose> claims = sent.takeToClose(OTHER);
        assertThat(claims).hasSizeGreaterThan(2);
        assertThat(claims)
                .allSatisfy(block -> assertThat(bytes(block)).isLessThan(MEGABYTE + 2 * length));
    }

    /** What waits in a snapshot is looked up as soon as another coordinator has read the log. */
    @Test
    void claimMayComeBeforeTheLogIsRead() throws Exception {
        logged(transaction("first", 0, 0));
        early = new Feedback.Claimed(List.of(InputIdentity.ofKey("first")));
        open();
        answerGreeting();
        sent.takeToClose(0);

        operator.processElement(new StreamRecord<>("first"));

        assertThat(sent.takeToClose(0))
                .as("nobody awaits it, so it is executed")
                .singleElement()
                .satisfies(block -> assertThat(block.fragments().size()).isEqualTo(1));
    }

    // ------------------------------------------------------------------ loss

    /**
     * Both parts have lost their first segments; one that nobody writes to any more tells of the
     * run. The input that the first one still awaits at the next checkpoint has come to nobody
     * before, whatever the other one awaits.
     */
    @Test
    void inputsAreAwaitedThatALaterSegmentCarriesOver() throws Exception {
        checkpointed(0, List.of(InputIdentity.ofKey("first")));
        checkpointed(OTHER, List.of());
        try (LogWriter writer = log.openWriter("graph", COORDINATORS, cause -> {})) {
            writer.roll(header(LogHeader.Beginning.RUN, 0, "", List.of()).encode());
        }
        open();
        answerGreeting();
        sent.takeToClose(OTHER);

        operator.processElement(new StreamRecord<>("first"));
        operator.setProcessingTime(1_000);

        assertThat(sent.takeToClose(OTHER))
                .singleElement()
                .satisfies(
                        claim ->
                                assertThat(SentFragment.of(claim.fragments()).get(0).isClaim())
                                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource({"0, true, 1", "0, false, 0", "1, true, 0"})
    void oneCoordinatorSaysThatLossIsAcceptedThoughThereIsNone(
            int index, boolean acceptsLoss, int reminders) throws Exception {
        operator = coordinator(index, acceptsLoss);
        log.openWriter("graph", 0, cause -> {}).close();
        try (LoggedMessages messages = new LoggedMessages(OpenLog.class)) {
            open();

            assertThat(messages.all())
                    .filteredOn(text -> text.contains("remove tspoon.graph.log-accept-loss"))
                    .hasSize(reminders);
        }
    }

    /** The segment of the run is gone, that of its first checkpoint is there. */
    private void checkpointed(int part, List<InputIdentity> awaited) throws IOException {
        try (LogWriter writer = log.openWriter("graph", part, cause -> {})) {
            writer.roll(header(LogHeader.Beginning.RUN, 0, "", List.of()).encode());
            writer.roll(header(LogHeader.Beginning.CHECKPOINT, 1, job(), awaited).encode());
        }
        Files.delete(
                directory.resolve(
                        "graph/" + part + "/" + String.format(Locale.ROOT, "%020d.log", 1)));
    }

    private static String key(int number, int length) {
        return number + "-".repeat(length);
    }

    private static int bytes(Block block) {
        return block.fragments().readPayload().available();
    }

    // ------------------------------------------------------------------ the others

    /**
     * The other coordinator opens its part, close and the participants answer the first greeting:
     * the log is read and sent on.
     */
    private void open() throws Exception {
        log.openWriter("graph", COORDINATORS - 1, cause -> {}).close();
        sent.listen(this::answerFirst);
        operator.open();
    }

    private void answerFirst(Block greeting) {
        if (link == null) {
            link = CoordinatorLinks.find(((FromCoordinator) greeting).link(), "graph");
            if (early != null) {
                link.send(early);
            }
            link.send(new Feedback.Greeted());
            link.send(greetedParticipants(Timestamps.NONE));
        }
    }

    private static Feedback greetedParticipants(long highestTimestamp) {
        return new Feedback.Answer(
                0,
                COORDINATORS,
                AdmissionWindow.NO_PRIORITY,
                highestTimestamp,
                Timestamps.NONE,
                null,
                new int[0]);
    }

    private void answerGreeting() throws Exception {
        answerGreeting(Timestamps.NONE);
    }

    private void answerGreeting(long highestTimestamp) throws Exception {
        link.send(greetedParticipants(highestTimestamp));
        TaskMailbox mailbox = operator.getTaskMailbox();
        while (mailbox.hasMail()) {
            mailbox.take(TaskMailbox.MIN_PRIORITY).run();
        }
    }

    // ------------------------------------------------------------------ log

    /** Logged by an earlier run of the job. */
    private void logged(LogRecords... transactions) throws IOException {
        logged(0, transactions);
    }

    private void logged(int part, LogRecords... transactions) throws IOException {
        try (LogWriter writer = log.openWriter("graph", part, cause -> {})) {
            writer.roll(header(LogHeader.Beginning.RUN, 0, "", List.of()).encode());
            long ticket = 0;
            for (LogRecords records : transactions) {
                writer.append(++ticket, records.array(), records.length());
                writer.deleteBefore(Long.MIN_VALUE); // ends the flush
            }
        }
    }

    private String job() {
        return operator.getEnvironment().getJobInfo().getJobId().toHexString();
    }

    private LogHeader header(
            LogHeader.Beginning beginning,
            long checkpoint,
            String checkpointJob,
            List<InputIdentity> awaited)
            throws IOException {
        LoggedSerializer strings = LoggedSerializer.of(STRINGS);
        return new LogHeader(
                "graph",
                0,
                job(),
                beginning,
                checkpoint,
                checkpointJob,
                checkpoint, // serves as the time
                LogHeader.Identification.KEY,
                awaited,
                List.of(new LoggedState("state", strings, strings)),
                strings);
    }

    /** Writes so many values of this length. */
    private static LogRecords transaction(String key, int updates, int length) throws IOException {
        LogRecords records = new LogRecords();
        encode(new TransactionEncoder(records), key, updates, length);
        return records;
    }

    /** So many that write a small value each. */
    private static LogRecords transactions(int count) throws IOException {
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        for (int i = 0; i < count; i++) {
            encode(encoder, "input" + i, 1, 1);
        }
        return records;
    }

    private static void encode(TransactionEncoder encoder, String key, int updates, int length)
            throws IOException {
        DataOutputSerializer out = encoder.begin(8, 8, Outcome.COMMITTED, 1, "", key, 0, 0);
        encoder.reasons(List.of());
        encoder.updates(updates);
        for (int i = 0; i < updates; i++) {
            encoder.beginUpdate(0, false);
            STRINGS.serialize("key" + i, out);
            encoder.endKey();
            STRINGS.serialize("v".repeat(length), out);
            encoder.endValue();
        }
        encoder.elements(0);
        encoder.end();
    }

    private OpenPlan<String> plan(boolean acceptsLoss) {
        return new OpenPlan<>(
                LoggedSettings.of(log, acceptsLoss),
                task -> key -> 0,
                STRINGS,
                element -> element,
                List.of(),
                List.of(new StateColumns("state", STRINGS, STRINGS, 0, 0)),
                STRINGS,
                InputSpread.ANY,
                List.of());
    }
}
