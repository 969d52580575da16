/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.history.Anomaly;
import io.tspoon.history.ObservedHistory;
import io.tspoon.history.ObservedHistory.VersionOrder;
import io.tspoon.history.ObservedTransaction;
import io.tspoon.history.ObservedTransaction.Step;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** What docs/testing-your-job.md shows works, and is what stands between the markers below. */
class TestingPageITCase {
    private static final Path SOURCE =
            Path.of("src/test/java/io/tspoon/testkit/TestingPageITCase.java");
    private static final Path PAGES = Path.of("../docs");

    private static final StateSpec<String, Long> BALANCE =
            StateSpec.named("balance", String.class, Long.class)
                    .initialValue(100L)
                    .constraint("balance is not negative", balance -> balance >= 0);
    private static final ProcedureSpec<Transfer, Long> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Long.class);

    /** Part of an account's balance. */
    public record Movement(String account, long amount) {}

    /** The input of the job. */
    public record Transfer(String id, String from, String to, long amount) {
        List<Movement> movements() {
            return List.of(new Movement(from, -amount), new Movement(to, amount));
        }
    }

    private record Payment(String account, long amount) {}

    private record Receipt(String account, long left) {}

    /** The job. */
    private static final class Transfers {
        static DataStream<TransactionResult<Long>> settle(DataStream<Transfer> transfers) {
            return TransactionalGraph.named("bank")
                    .openTransaction(transfers, Transfer::id)
                    .flatMap(Transfer::movements, Movement.class)
                    .keyBy(Movement::account)
                    .update(BALANCE, (balance, movement) -> balance + movement.amount())
                    .closeTransaction();
        }

        static DataStream<TransactionResult<Long>> settle(
                StreamExecutionEnvironment environment,
                DataStream<Transfer> transfers,
                DataStream<Movement> deposits) {
            TransactionalGraph bank = TransactionalGraph.named("bank").queryable();
            TransactionalStream<Movement> moved =
                    bank.openTransaction("transfers", transfers)
                            .union(bank.openCalls(environment, TRANSFER))
                            .flatMap(Transfer::movements, Movement.class);
            return moved.union(bank.openTransaction("deposits", deposits))
                    .keyBy(Movement::account)
                    .update(BALANCE, (balance, movement) -> balance + movement.amount())
                    .closeTransaction();
        }

        static void pay(
                ValueAccess<Long> balance, Payment payment, StateContext<Receipt> transaction) {
            balance.set(balance.get() - payment.amount());
            transaction.emit(new Receipt(payment.account(), balance.get()));
        }
    }

    private static Map<String, Transfer> transfers(int count) {
        Map<String, Transfer> transfers = new TreeMap<>();
        for (int number = 0; number < count; number++) {
            String from = "account" + number % 7;
            String to = "account" + (number * 3 + 1) % 7;
            transfers.put("t" + number, new Transfer("t" + number, from, to, number % 50));
        }
        return transfers;
    }

    // Serial run example begins
    private final SerialRun<Long> bank = SerialRun.of(Transfer.class, Transfers::settle);

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void nobodyIsOverdrawn() {
        bank.given(BALANCE, "alice", 100L)
                .when(new Transfer("t1", "alice", "bob", 60))
                .expectCommitted()
                .expect(BALANCE, "alice", 40L)
                .when(new Transfer("t2", "alice", "bob", 60))
                .expectAborted("balance is not negative")
                .expect(BALANCE, "alice", 40L);
    }

    // Serial run example ends

    @Test
    void serialRunOfGettingStarted() {
        // Begun example begins
        try (SerialRun<Long> bank = SerialRun.of(Transfer.class, Transfers::settle)) {
            bank.given(BALANCE, "alice", 40L)
                    .when(new Transfer("t1", "alice", "bob", 60))
                    .expectAborted("balance is not negative")
                    .expect(BALANCE, "alice", 40L);
        }
        // Begun example ends
    }

    // Several inputs example begins
    @Test
    void depositsCoverTransfers() {
        try (SerialRun<Long> all =
                SerialRun.of(
                        inputs ->
                                Transfers.settle(
                                        inputs.environment(), // for openCalls
                                        inputs.stream("transfers", Transfer.class),
                                        inputs.stream("deposits", Movement.class)))) {
            Transfer transfer = new Transfer("t1", "alice", "bob", 110);
            all.whenOn("transfers", transfer)
                    .expectAborted("balance is not negative")
                    .whenOn("deposits", new Movement("alice", 10))
                    .call(TRANSFER, "key-1", transfer)
                    .expectCommitted();
        }
    }

    // Several inputs example ends

    // Fakes example begins
    @Test
    void paymentIsTakenFromTheBalance() {
        FakeValue<Long> balance = FakeValue.of(BALANCE, 5L); // or none(BALANCE)
        FakeContext<Receipt> transaction = new FakeContext<>();

        Transfers.pay(balance, new Payment("alice", 3), transaction);

        assertThat(balance.value()).isEqualTo(2L);
        assertThat(transaction.emitted()).containsExactly(new Receipt("alice", 2));
    }

    // Fakes example ends

    // Job example begins
    @Test
    void jobSaysWhatItAborts() throws Exception {
        DataStream<Transfer> input = LocalJob.environment(2).fromData(transfers(500).values());
        try (LocalJob<TransactionResult<Long>> job = LocalJob.start(Transfers.settle(input))) {
            job.await(all -> all.stream().anyMatch(TransactionResult::isAborted));
        }
    }

    // Job example ends

    // Failing example begins
    @Test
    void jobIsSerializableAlthoughItFails() throws Exception {
        Map<String, Transfer> transfers = transfers(1_000);
        StreamExecutionEnvironment environment = LocalJob.recovering(2, Duration.ofMillis(50));
        DataStream<TransactionResult<Long>> results =
                InjectedFailure.after(100)
                        .times(2)
                        .in(Transfers.settle(environment.fromData(transfers.values())));
        try (LocalJob<TransactionResult<Long>> job = LocalJob.start(results)) {
            assertThat(job.awaitEnd()).hasSize(transfers.size());
            assertThat(job.restarts()).isEqualTo(2);
            bank.replay(job.results(), result -> transfers.get(result.key()));
        }
    }

    // Failing example ends

    // Replay example begins
    @Test
    void jobIsSerializable() throws Exception {
        Map<String, Transfer> transfers = transfers(500);
        List<TransactionResult<Long>> results =
                LocalJob.collect(
                        Transfers.settle(LocalJob.environment(2).fromData(transfers.values())));

        assertThat(results).hasSize(transfers.size());
        bank.replay(results, result -> transfers.get(result.key()));
    }

    // Replay example ends

    // History example begins
    @Test
    void writeSkewIsFound() {
        Step emptyX = Step.read("x", List.of());
        Step emptyY = Step.read("y", List.of());
        List<ObservedTransaction> seen =
                List.of(
                        observed(1, emptyX, Step.append("y", 1)),
                        observed(2, emptyY, Step.append("x", 2)),
                        observed(3, Step.read("x", List.of(2L)), Step.read("y", List.of(1L))));

        ObservedHistory history = new ObservedHistory(seen, VersionOrder.INFERRED);

        assertThat(history.anomalies())
                .extracting(Anomaly::kind)
                .containsExactly(Anomaly.Kind.G2_ITEM);
    }

    private static ObservedTransaction observed(long name, Step... steps) {
        boolean committed = true;
        long invokedAt = 0;
        long completedAt = 10;
        return new ObservedTransaction(
                name, name, name, committed, invokedAt, completedAt, List.of(steps));
    }

    // History example ends

    @ParameterizedTest
    @CsvSource({
        "Begun, getting-started.md, ## Test it",
        "Serial run, testing-your-job.md, ## Serial runs",
        "Several inputs, testing-your-job.md, ### Several inputs",
        "Fakes, testing-your-job.md, ## One function",
        "Job, testing-your-job.md, ## Whole jobs",
        "Failing, testing-your-job.md, ### Failures",
        "Replay, testing-your-job.md, ## Is it serializable?",
        "History, testing-your-job.md, ## Histories"
    })
    void pageShowsWhatIsCompiled(String example, String page, String heading) throws IOException {
        String compiled =
                between(
                        "    // " + example + " example begins\n",
                        "    // " + example + " example ends\n",
                        Files.readString(SOURCE));
        String section =
                between(heading + "\n", "\n## ", Files.readString(PAGES.resolve(page)) + "\n## ");
        String shown = between("```java\n", "```\n", section);

        assertThat(shown.stripTrailing()).isEqualTo(compiled.stripTrailing().stripIndent());
    }

    private static String between(String begin, String end, String text) {
        int from = text.indexOf(begin);
        assertThat(from).as("place of %s", begin.strip()).isNotNegative();
        int to = text.indexOf(end, from + begin.length());
        assertThat(to).as("place of %s", end.strip()).isNotNegative();
        return text.substring(from + begin.length(), to);
    }
}
