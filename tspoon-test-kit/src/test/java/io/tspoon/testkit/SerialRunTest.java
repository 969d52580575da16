/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.ChangelogInput;
import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.Role;
import io.tspoon.api.RowChange;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerTarget;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a test can do with a serial run, and what it says if something is not as expected. */
class SerialRunTest {
    private static final StateSpec<Long, Long> SUM =
            StateSpec.named("sum", Long.class, Long.class).initialValue(0L);
    private static final TriggerSpec<Long> NEXT = TriggerSpec.named("next", Long.class);
    private static final Map<Long, long[]> FOLLOWERS =
            Map.of(
                    7L,
                    new long[] {8, 9},
                    9L,
                    new long[] {1},
                    5L,
                    new long[] {1},
                    100L,
                    new long[] {100});
    private static final StateSpec<Long, List<Long>> SEEN =
            StateSpec.named("seen", Types.LONG, Types.LIST(Types.LONG));

    private static DataStream<TransactionResult<Long>> settle(DataStream<Transfer> transfers) {
        return Bank.settle(TransactionalGraph.named("bank"), transfers, Bank.BALANCE);
    }

    private static Transfer transfer(int from, int to, long amount) {
        return new Transfer(7, from, to, amount);
    }

    private static SerialRun<Long> bank() {
        return SerialRun.of(Transfer.class, SerialRunTest::settle);
    }

    // ------------------------------------------------------------------ what it does

    @Test
    void transactionsTakeEffectInTurn() {
        try (SerialRun<Long> bank = bank()) {
            bank.given(Bank.BALANCE, 1, 50L)
                    .when(transfer(1, 2, 50), transfer(2, 3, 120))
                    .expectCommitted()
                    .expectEmitted(0L, 150L, 30L, 220L)
                    .expect(Bank.BALANCE, 1, 0L)
                    .expect(Bank.BALANCE, 2, 30L)
                    .expectNone(Bank.BALANCE, 4);

            assertThat(bank.value(Bank.BALANCE, 4)).isEqualTo(Bank.OPENING);
            assertThat(bank.values(Bank.BALANCE)).isEqualTo(Map.of(1, 0L, 2, 30L, 3, 220L));
            assertThat(bank.results()).hasSize(2);
            assertThat(bank.result().key()).isEqualTo("7");
            assertThat(bank.result().updates())
                    .contains(new StateUpdate("account_balance", 3, 220L));
        }
    }

    /** What is loaded in a job, a test gives. */
    @Test
    void loadIsLeftOut() {
        StateSpec<Long, Long> squares =
                StateSpec.named("squares", Long.class, Long.class).initialValue(n -> n * n);
        try (SerialRun<Long> run =
                SerialRun.of(
                        inputs ->
                                TransactionalGraph.named("squares")
                                        .load(
                                                squares,
                                                inputs.stream("loaded", Types.LONG),
                                                n -> n,
                                                n -> n)
                                        .openTransaction(inputs.stream("numbers", Types.LONG))
                                        .keyBy(n -> n)
                                        .update(squares, (square, n) -> square + 1)
                                        .closeTransaction())) {
            assertThat(run.value(squares, 7L)).isEqualTo(49);
            run.given(squares, 3L, 100L)
                    .whenOn("numbers", 3L, 7L)
                    .expectCommitted()
                    .expect(squares, 3L, 101L)
                    .expect(squares, 7L, 50L);
            assertThatThrownBy(() -> run.whenOn("loaded", 3L)).hasMessageContaining("TSP-8023");
        }
    }

    /** What a state keeps for its timers and its expiry is nobody's business. */
    @Test
    void timersAreSetAndDoNotFire() {
        StateSpec<Long, Long> expiring = SUM.expireAfter(Duration.ofMillis(1));
        try (SerialRun<Long> run =
                SerialRun.of(
                        inputs ->
                                TransactionalGraph.named("timed")
                                        .openTransaction(
                                                "numbers",
                                                inputs.stream("numbers", Types.LONG),
                                                n -> Long.toString(n))
                                        .keyBy(n -> n % 2)
                                        .apply(
                                                expiring,
                                                (sum, n, transaction) -> {
                                                    sum.set(sum.get() + n);
                                                    transaction.timers().after(Duration.ZERO, n);
                                                    transaction.emit(sum.get());
                                                },
                                                Long.class)
                                        .onTimer(
                                                expiring,
                                                Long.class,
                                                (sum, n, transaction) -> sum.delete())
                                        .closeTransaction())) {
            run.given(expiring, 1L, 10L)
                    .whenOn("numbers", 3L, 5L)
                    .expectCommitted()
                    .expectEmitted(13L, 18L)
                    .expect(expiring, 1L, 18L)
                    .expectNone(expiring, 0L);
            assertThat(run.result().updates()).containsExactly(new StateUpdate("sum", 1L, 18L));
            assertThat(run.values(expiring)).isEqualTo(Map.of(1L, 18L));
        }
    }

    @Test
    void timersOfPartitionsAreSetAndDoNotFire() {
        StateSpec<Long, Long> expiring =
                SUM.expireAfter(Duration.ofMillis(1)).partitionedBy(key -> key % 2, Long.class);
        try (SerialRun<Long> run =
                SerialRun.of(
                        inputs ->
                                TransactionalGraph.named("timed")
                                        .openTransaction(
                                                "numbers",
                                                inputs.stream("numbers", Types.LONG),
                                                n -> Long.toString(n))
                                        .partitionBy(n -> n % 2, Types.LONG)
                                        .procedure(
                                                (partition, n, transaction) -> {
                                                    ValueAccess<Long> sum =
                                                            partition.of(expiring, n);
                                                    sum.set(sum.get() + n);
                                                    partition
                                                            .timers(expiring, n)
                                                            .after(Duration.ZERO, n);
                                                    transaction.emit(sum.get());
                                                },
                                                Long.class,
                                                expiring)
                                        .onTimer(
                                                expiring,
                                                Long.class,
                                                (partition, key, n, transaction) ->
                                                        partition.of(expiring, key).delete())
                                        .closeTransaction())) {
            run.given(expiring, 3L, 10L)
                    .whenOn("numbers", 3L, 5L)
                    .expectCommitted()
                    .expectEmitted(13L, 5L)
                    .expect(expiring, 3L, 13L);
            assertThat(run.values(expiring)).isEqualTo(Map.of(3L, 13L, 5L, 5L));
        }
    }

    /** Before the next element of the test, and in the order of what has triggered it. */
    @Test
    void whatIsTriggeredFollowsAtOnce() {
        try (SerialRun<Long> run = SerialRun.of(Long.class, SerialRunTest::triggering)) {
            run.when(7L, 3L)
                    .expectCommitted()
                    .expectEmitted(7L, 8L, 9L, 1L, 3L)
                    .expect(SUM, 0L, 8L)
                    .expect(SUM, 1L, 20L);
            assertThat(run.results())
                    .extracting(TransactionResult::entrance)
                    .containsExactly("numbers", "next", "next", "next", "numbers");
            assertThat(run.results().get(3).triggeredBy(NEXT)).isEqualTo(run.results().get(2).id());

            run.when(5L).expectAborted("not five");
            assertThat(run.results()).hasSize(6);

            run.when(100L).expect(SUM, 0L, 8L + 100 * TriggerTarget.MAX_DEPTH);
            assertThat(run.results())
                    .hasSize(6 + 1 + TriggerTarget.MAX_DEPTH)
                    .last()
                    .satisfies(
                            last ->
                                    assertThat(last.reasons())
                                            .extracting(AbortReason::rule)
                                            .containsExactly("too many triggers"));
        }
    }

    private static DataStream<TransactionResult<Long>> triggering(DataStream<Long> numbers) {
        TransactionalGraph graph = TransactionalGraph.named("triggering");
        return graph.openTransaction("numbers", numbers, n -> Long.toString(n))
                .union(graph.openTriggers(numbers.getExecutionEnvironment(), NEXT))
                .keyBy(n -> n % 2)
                .apply(
                        SUM,
                        (sum, n, transaction) -> {
                            sum.set(sum.get() + n);
                            for (long next : FOLLOWERS.getOrDefault(n, new long[0])) {
                                transaction.trigger(NEXT, next);
                            }
                            if (n == 5) {
                                transaction.abort("not five");
                            }
                            transaction.emit(n);
                        },
                        Long.class)
                .closeTransaction();
    }

    @Test
    void whatAnAbortedTransactionDidIsGone() {
        try (SerialRun<Long> bank = bank()) {
            bank.when(transfer(1, 2, 101))
                    .expectAborted(Bank.CONSTRAINT)
                    .expectEmitted()
                    .expectNone(Bank.BALANCE, 1)
                    .expectNone(Bank.BALANCE, 2);

            assertThat(bank.result().updates()).isEmpty();
            assertThat(bank.result().reasons()).hasSize(1);
        }
    }

    /** One key in several states, of which one has no value yet. */
    @Test
    void statesOfOneKeyAreGivenOneByOne() {
        try (SerialRun<List<Long>> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("both")
                                        .openTransaction(numbers)
                                        .keyBy(number -> number % 10)
                                        .update(SUM, (sum, number) -> sum + number)
                                        .sameKey()
                                        .update(SEEN, SerialRunTest::append)
                                        .closeTransaction())) {
            run.given(SUM, 3L, 10L)
                    .when(3L, 13L)
                    .expect(SUM, 3L, 26L)
                    .expect(SEEN, 3L, List.of(13L, 26L))
                    .given(SEEN, 3L, List.of())
                    .expect(SUM, 3L, 26L)
                    .when(4L)
                    .expect(SEEN, 4L, List.of(4L))
                    .expect(SEEN, 3L, List.of());
        }
    }

    private static List<Long> append(List<Long> seen, Long number) {
        List<Long> longer = seen == null ? new ArrayList<>() : new ArrayList<>(seen);
        longer.add(number);
        return longer;
    }

    @Test
    void severalStreamsAndCallsComeInTheOrderOfTheTest() {
        ProcedureSpec<Transfer, Long> transfer =
                ProcedureSpec.named("transfer", Transfer.class, Long.class)
                        .checked(
                                asked ->
                                        asked.amount() > 0
                                                ? List.of()
                                                : List.of("amount must be positive"));
        Function<TestInputs, DataStream<TransactionResult<Long>>> program =
                inputs -> {
                    TransactionalGraph graph = TransactionalGraph.named("bank").queryable();
                    TransactionalStream<Movement> paid =
                            graph.openTransaction("paid", inputs.stream("cash", Movement.class));
                    TransactionalStream<Movement> called =
                            graph.openCalls(inputs.environment(), transfer)
                                    .flatMap(Transfer::movements, Movement.class);
                    return paid.union(called)
                            .keyBy(Movement::account)
                            .update(
                                    Bank.BALANCE,
                                    (balance, movement) -> balance + movement.amount())
                            .closeTransaction();
                };
        List<TransactionResult<Long>> results;
        try (SerialRun<Long> bank = SerialRun.of(program)) {
            bank.call(transfer, "a", transfer(1, 2, 150))
                    .expectAborted(Bank.CONSTRAINT)
                    .whenOn("cash", new Movement(0, 1, 60))
                    .expectCommitted()
                    .call(transfer, "b", transfer(1, 2, 150))
                    .expectEmitted(10L, 250L)
                    .call(transfer, "b", transfer(1, 2, 1))
                    .expectEmitted(10L, 250L)
                    .expect(Bank.BALANCE, 1, 10L);

            assertThat(bank.result().entrance()).isEqualTo("transfer");
            assertThat(bank.result().key()).isEqualTo("b");
            assertThatThrownBy(() -> bank.call(transfer, "c", transfer(1, 2, 0)))
                    .hasMessageContaining("TSP-8016")
                    .hasMessageContaining("amount must be positive");
            assertThatThrownBy(() -> bank.whenOn("card", new Movement(0, 1, 60)))
                    .hasMessageContaining("TSP-8009");
            results = bank.results();
            assertThat(results).hasSize(3);
        }
        try (SerialRun<Long> again = SerialRun.of(program)) {
            again.replay(
                    results,
                    result ->
                            result.entrance().equals("paid")
                                    ? new Movement(0, 1, 60)
                                    : transfer(1, 2, 150));
        }
    }

    @Test
    void valuesFlowBetweenKeys() {
        Role<Transfer, Long> payer = Role.update("payer", Bank.BALANCE, Transfer::source);
        Role<Transfer, Long> payee = Role.update("payee", Bank.BALANCE, Transfer::destination);
        try (SerialRun<Long> bank =
                SerialRun.of(
                        Transfer.class,
                        transfers ->
                                TransactionalGraph.named("all")
                                        .openTransaction(transfers)
                                        .transact(
                                                List.of(payer, payee),
                                                (transfer, at, transaction) -> {
                                                    long all = at.get(payer);
                                                    at.set(payer, 0L - transfer.amount());
                                                    at.set(payee, at.get(payee) + all);
                                                    transaction.emit(all);
                                                },
                                                Long.class)
                                        .closeTransaction())) {
            bank.given(Bank.BALANCE, 1, 7L)
                    .when(transfer(1, 2, 0))
                    .expectEmitted(7L)
                    .expect(Bank.BALANCE, 1, 0L)
                    .expect(Bank.BALANCE, 2, 107L)
                    .when(transfer(2, 1, 1))
                    .expectAborted(Bank.CONSTRAINT)
                    .expect(Bank.BALANCE, 2, 107L);
        }
    }

    /** As in a job: who votes against the transaction before keeps the function from its values. */
    @Test
    void functionOfSeveralKeysIsNotCalledInVain() {
        Role<Long, Long> one = Role.update("one", SUM, number -> number);
        try (SerialRun<Long> run =
                SerialRun.of(
                        Long.class,
                        numbers -> {
                            TransactionalStream<Long> opened =
                                    TransactionalGraph.named("vain").openTransaction(numbers);
                            opened.keyBy(number -> 1)
                                    .update(Bank.BALANCE, (balance, number) -> balance - number);
                            return opened.transact(
                                            List.of(one),
                                            (number, at, transaction) ->
                                                    at.set(one, 6 / (number - 101)),
                                            Long.class)
                                    .closeTransaction();
                        })) {
            run.when(101L).expectAborted(Bank.CONSTRAINT);
            run.when(98L).expect(SUM, 98L, -2L);
        }
    }

    @Test
    void exceptionIsThatWhichFailsTheJob() {
        try (SerialRun<Long> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("division")
                                        .openTransaction(numbers)
                                        .keyBy(number -> 1L)
                                        .update(SUM, (sum, number) -> sum + 6 / number)
                                        .closeTransaction())) {
            assertThatThrownBy(() -> run.when(2L, 0L))
                    .hasMessageContaining("TSP-2206")
                    .hasMessageContaining("element=0")
                    .hasRootCauseInstanceOf(ArithmeticException.class);

            run.expect(SUM, 1L, 3L).when(3L).expect(SUM, 1L, 5L);
        }
    }

    /** As a job would notice, but only with the element that needs it. */
    @Test
    void abortThatWasNotDeclaredFails() {
        try (SerialRun<Long> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("chains")
                                        .concurrencyControl(ConcurrencyControl.DETERMINISTIC)
                                        .openTransaction(numbers)
                                        .keyBy(number -> 1)
                                        .neverFails()
                                        .update(Bank.BALANCE, (balance, number) -> balance - number)
                                        .closeTransaction())) {
            run.when(99L).expectCommitted();
            assertThatThrownBy(() -> run.when(2L)).hasMessageContaining("TSP-2526");
        }
    }

    // ------------------------------------------------------------------ functions

    private static final class Numbering extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private static final List<String> EVENTS = new ArrayList<>();

        private long base;

        @Override
        public void open(OpenContext context) {
            EVENTS.add("open");
            base = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
        }

        @Override
        public Long map(Long number) {
            return number + base;
        }

        @Override
        public void close() {
            EVENTS.add("close");
        }
    }

    @Test
    void richFunctionsAreOpenedAndClosed() {
        Numbering.EVENTS.clear();
        try (SerialRun<Long> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("rich")
                                        .openTransaction(numbers.map(new Numbering()))
                                        .map(new Numbering())
                                        .closeTransaction())) {
            run.when(5L).expectEmitted(7L);
            assertThat(Numbering.EVENTS).containsExactly("open", "open");
        }
        assertThat(Numbering.EVENTS).containsExactly("open", "open", "close", "close");
    }

    /** A copy of it runs, as in a job; what the test holds does not change. */
    @Test
    void functionsAreShipped() {
        List<Long> seen = new ArrayList<>();
        try (SerialRun<Long> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("shipped")
                                        .openTransaction(numbers)
                                        .map(
                                                number -> {
                                                    seen.add(number);
                                                    return (long) seen.size();
                                                },
                                                Long.class)
                                        .closeTransaction())) {
            run.when(5L, 6L).expectEmitted(1L, 2L);
        }
        assertThat(seen).isEmpty();
    }

    /** Nobody has the objects of others, so that nobody can change them unseen. */
    @Test
    void whatIsGivenAndEmittedIsCopied() {
        StateSpec<Long, Box> boxes = StateSpec.named("boxes", Long.class, Box.class);
        Box given = new Box();
        try (SerialRun<Box> run =
                SerialRun.of(
                        Box.class,
                        input ->
                                TransactionalGraph.named("boxes")
                                        .openTransaction(input)
                                        .keyBy(box -> 0L)
                                        .apply(
                                                boxes,
                                                (value, box, transaction) -> {
                                                    box.content++;
                                                    value.set(box);
                                                    box.content++;
                                                    transaction.emit(box);
                                                    box.content++;
                                                },
                                                Box.class)
                                        .closeTransaction())) {
            run.when(given);

            assertThat(given.content).isZero();
            assertThat(run.value(boxes, 0L).content).isEqualTo(1);
            assertThat(run.result().emitted().get(0).content).isEqualTo(2);
            ((Box) run.result().updates().get(0).value()).content = 7;
            run.value(boxes, 0L).content = 7;
            run.values(boxes).get(0L).content = 7;
            assertThat(run.value(boxes, 0L).content).isEqualTo(1);

            run.given(boxes, 0L, given);
            given.content = 7;
            assertThat(run.value(boxes, 0L).content).isZero();
        }
    }

    @Test
    void resultGivesItsElementBackUnchanged() {
        try (SerialRun<Box> run =
                SerialRun.of(
                        Box.class,
                        input ->
                                TransactionalGraph.named("boxes")
                                        .returnInputs(ReturnedInputs.ALL)
                                        .openTransaction(input)
                                        .map(
                                                box -> {
                                                    box.content++;
                                                    return box;
                                                },
                                                Box.class)
                                        .closeTransaction())) {
            run.when(new Box());

            assertThat(run.result().emitted().get(0).content).isEqualTo(1);
            assertThat(run.result().input(Box.class).content).isZero();
        }
    }

    private static final class Reusing extends RichMapFunction<Long, Box> {
        private static final long serialVersionUID = 1L;

        private transient Box box;

        @Override
        public void open(OpenContext context) {
            box = new Box();
        }

        @Override
        public Box map(Long number) {
            box.content = number;
            return box;
        }
    }

    /** What it emits has left before it is called again. */
    @Test
    void functionMayEmitOneObjectAgain() {
        try (SerialRun<Box> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("reusing")
                                        .openTransaction(numbers)
                                        .map(new Reusing())
                                        .closeTransaction())) {
            run.when(1L, 2L);

            assertThat(run.results())
                    .extracting(result -> result.emitted().get(0).content)
                    .containsExactly(1L, 2L);
        }
    }

    /** Can be changed in place. */
    public static final class Box {
        public long content;
    }

    @Test
    void streamThatNobodyTakesIsRefused() {
        try (SerialRun<Long> run =
                SerialRun.of(
                        inputs -> {
                            inputs.stream("other", Long.class);
                            return TransactionalGraph.named("one")
                                    .openTransaction(inputs.stream("one", Long.class))
                                    .closeTransaction();
                        })) {
            run.whenOn("one", 1L).expectEmitted(1L);
            assertThatThrownBy(() -> run.whenOn("other", 1L)).hasMessageContaining("TSP-8023");
            assertThatThrownBy(() -> run.when(1L)).hasMessageContaining("TSP-8008");
        }
    }

    private static final class Stateful extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map(Long number) throws Exception {
            getRuntimeContext().getState(new ValueStateDescriptor<>("last", Long.class));
            return number;
        }
    }

    @Test
    void stateOfFlinkIsRefused() {
        try (SerialRun<Long> run =
                SerialRun.of(
                        Long.class,
                        numbers ->
                                TransactionalGraph.named("stateful")
                                        .openTransaction(numbers)
                                        .map(new Stateful())
                                        .closeTransaction())) {
            assertThatThrownBy(() -> run.when(5L)).hasStackTraceContaining("TSP-2107");
        }
    }

    // ------------------------------------------------------------------ what is in front

    @Test
    void stepsInFrontAreExecuted() {
        try (SerialRun<Long> run =
                SerialRun.of(
                        String.class,
                        texts ->
                                TransactionalGraph.named("front")
                                        .isolation(IsolationLevel.PL4)
                                        .orderedBy((Long number) -> number % 2)
                                        .openTransaction(
                                                texts.filter(text -> !text.isEmpty())
                                                        .rebalance()
                                                        .flatMap(SerialRunTest::split)
                                                        .returns(Long.class)
                                                        .union(
                                                                texts.map(String::length)
                                                                        .map(Integer::longValue)))
                                        .keyBy(number -> 0L)
                                        .update(SUM, (sum, number) -> sum + number)
                                        .closeTransaction())) {
            run.when("", "10 20").expect(SUM, 0L, 35L);
            assertThat(run.results()).hasSize(4);
        }
    }

    @Test
    void rowsOfATableAreRead() {
        TypeInformation<Row> type =
                Types.ROW_NAMED(new String[] {"owner", "amount"}, Types.LONG, Types.LONG);
        try (SerialRun<Long> run =
                SerialRun.of(
                        type,
                        rows ->
                                TransactionalGraph.named("totals")
                                        .openTransaction(ChangelogInput.retractions(rows))
                                        .keyBy(change -> change.row().<Long>getFieldAs(0))
                                        .update(SUM, SerialRunTest::add)
                                        .closeTransaction())) {
            run.when(
                            Row.ofKind(RowKind.INSERT, 1L, 5L),
                            Row.ofKind(RowKind.UPDATE_BEFORE, 1L, 2L),
                            Row.ofKind(RowKind.UPDATE_AFTER, 1L, 7L))
                    .expectCommitted()
                    .expect(SUM, 1L, 10L);
        }
    }

    private static Long add(Long sum, RowChange change) {
        return sum + change.sign() * change.row().<Long>getFieldAs(1);
    }

    private static void split(String text, Collector<Long> out) {
        for (String number : text.split(" ")) {
            out.collect(Long.parseLong(number));
        }
    }

    @Test
    void otherOperatorsInFrontAreRefused() {
        assertThatThrownBy(
                        () ->
                                SerialRun.of(
                                        Transfer.class,
                                        transfers ->
                                                settle(
                                                        transfers
                                                                .keyBy(Transfer::source)
                                                                .reduce((one, two) -> two))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TSP-8001")
                .hasMessageContaining("operator=Keyed Reduce");
    }

    @Test
    void stepsBehindAreRefused() {
        assertThatThrownBy(
                        () ->
                                SerialRun.of(
                                        Transfer.class,
                                        transfers -> settle(transfers).filter(result -> true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TSP-8005");
    }

    // ------------------------------------------------------------------ what it says

    @Test
    void whatIsNotAsExpectedIsSaid() {
        try (SerialRun<Long> bank = bank()) {
            assertThatThrownBy(bank::expectCommitted)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8106");

            bank.when(transfer(1, 2, 30));
            assertThatThrownBy(() -> bank.expectAborted(Bank.CONSTRAINT))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8103")
                    .hasMessageContaining("given Transfer[id=7, source=1, destination=2");
            assertThatThrownBy(() -> bank.expectEmitted(70L))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("expected=[70], actual=[70, 130]");
            assertThatThrownBy(() -> bank.expect(Bank.BALANCE, 1, 71L))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("key=1, expected=71, actual=70");
            assertThatThrownBy(() -> bank.expect(Bank.BALANCE, 3, 71L))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("actual=none, so that readers see 100");
            assertThatThrownBy(() -> bank.expectNone(Bank.BALANCE, 1))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8101");

            bank.when(transfer(1, 2, 71));
            assertThatThrownBy(bank::expectCommitted)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8102")
                    .hasMessageContaining(
                            "balance is not negative (operator=account_balance, key=1)");
            assertThatThrownBy(() -> bank.expectAborted("no money"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8104");
        }
    }

    @Test
    void whatCannotBeGivenIsRefused() {
        try (SerialRun<Long> bank = bank()) {
            assertThatThrownBy(() -> bank.given(Bank.BALANCE, 1, -1L))
                    .hasMessageContaining("TSP-8007");
            assertThatThrownBy(() -> bank.given(SUM, 1L, 1L))
                    .hasMessageContaining("TSP-8013")
                    .hasMessageContaining("states=[account_balance]");
            assertThatThrownBy(() -> bank.when("a text"))
                    .hasMessageContaining("TSP-8010")
                    .hasMessageContaining("a text");
        }
    }

    // ------------------------------------------------------------------ results of a job

    @Test
    void resultThatIsNotSerialIsFound() {
        Transfer first = new Transfer(1, 1, 2, 60);
        Transfer second = new Transfer(2, 1, 2, 60);
        Map<String, Transfer> transfers = Map.of("1", first, "2", second);
        List<TransactionResult<Long>> serial;
        try (SerialRun<Long> bank = bank()) {
            serial = bank.when(first, second).results();
        }
        try (SerialRun<Long> bank = bank()) {
            bank.replay(serial, result -> transfers.get(result.key()));
        }

        TransactionResult<Long> committed = serial.get(0);
        TransactionResult<Long> wrong =
                new TransactionResult<>(
                        committed.id(),
                        committed.key(),
                        committed.timestamp(),
                        committed.outcome(),
                        1,
                        List.of(),
                        List.of(
                                new StateUpdate("account_balance", 1, 40L),
                                new StateUpdate("account_balance", 2, 161L)),
                        committed.emitted());
        try (SerialRun<Long> bank = bank()) {
            assertThatThrownBy(
                            () ->
                                    bank.replay(
                                            List.of(wrong), result -> transfers.get(result.key())))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8107");
        }

        TransactionResult<Long> aborted = serial.get(1);
        TransactionResult<Long> lost =
                new TransactionResult<>(
                        aborted.id(),
                        aborted.key(),
                        aborted.timestamp(),
                        serial.get(0).outcome(),
                        1,
                        List.of(),
                        serial.get(0).updates(),
                        serial.get(0).emitted());
        try (SerialRun<Long> bank = bank()) {
            assertThatThrownBy(
                            () ->
                                    bank.replay(
                                            List.of(lost, serial.get(0)),
                                            result -> transfers.get(result.key())))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TSP-8107")
                    .hasMessageContaining("given Transfer[id=2");
        }
    }
}
