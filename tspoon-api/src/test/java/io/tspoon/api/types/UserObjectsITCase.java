/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import io.tspoon.api.StateSpec;
import io.tspoon.api.StatefulFunction;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.ForAnyShape;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.open;

/** Values and elements of any type; code that changes them in place harms nobody. */
class UserObjectsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Purse> PURSE =
            StateSpec.named("purse", Long.class, Purse.class)
                    .initialValue(new Purse(1))
                    .constraint("not negative", purse -> purse.amount >= 0);

    /** A POJO that can be changed in place. */
    public static final class Purse {
        public long amount;
        public List<Long> entries = new ArrayList<>();

        public Purse() {}

        Purse(long amount) {
            this.amount = amount;
        }

        /** Changes this very object. */
        Purse add(long entry) {
            amount += entry;
            entries.add(entry);
            if (entries.size() > 3) {
                entries.remove(0);
            }
            return this;
        }

        Purse copy() {
            Purse copy = new Purse(amount);
            copy.entries.addAll(entries);
            return copy;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Purse that
                    && amount == that.amount
                    && entries.equals(that.entries);
        }

        @Override
        public int hashCode() {
            return Objects.hash(amount, entries);
        }

        @Override
        public String toString() {
            return amount + " of " + entries;
        }
    }

    // ------------------------------------------------------------------ values

    @ParameterizedTest
    @EnumSource
    void valueIsUpdatedInPlace(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .update(PURSE, Purse::add)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Purse purse = view.read(PURSE, number % 10).copy().add(number);
                    view.emit(view.write(PURSE, number % 10, purse));
                });
    }

    /** All keys share it, so a change of the object in place would reach other keys. */
    @Test
    void initialValueIsCopiedWithObjectReuse() throws Exception {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(2);
        environment.getConfig().enableObjectReuse();

        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        open(environment, ConcurrencyControl.TIMESTAMP_BASED, "shape")
                                .keyBy(number -> number)
                                .update(PURSE, Purse::add)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> view.emit(view.write(PURSE, number, new Purse(1).add(number))));
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatIsSetIsWritten(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .apply(PURSE, UserObjectsITCase::fiddle, Purse.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Purse purse = view.read(PURSE, number % 10).copy();
                    view.emit(purse);
                    if (number % 3 == 1) {
                        view.abort("no");
                    }
                    if (number % 3 == 2) {
                        view.write(PURSE, number % 10, purse.copy().add(number));
                    }
                });
    }

    private static void fiddle(
            ValueAccess<Purse> value, Long number, StateContext<Purse> transaction) {
        Purse purse = value.get();
        transaction.emit(purse);
        purse.add(number);
        switch ((int) (number % 3)) {
            case 1 -> transaction.abort("no");
            case 2 -> value.set(purse);
            default -> {}
        }
        purse.add(-1_000_000);
    }

    /** Writes the same object again and again. */
    private static final class Reusing implements StatefulFunction<Purse, Long, Purse> {
        private static final long serialVersionUID = 1L;

        private transient Purse reused;

        @Override
        public void apply(ValueAccess<Purse> value, Long number, StateContext<Purse> transaction) {
            if (reused == null) {
                reused = new Purse();
            }
            transaction.emit(value.get());
            reused.amount = number;
            value.set(reused);
        }
    }

    @ParameterizedTest
    @EnumSource
    void objectMayBeUsedAgainAfterItWasWritten(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .keyBy(number -> number % 10)
                                .apply(PURSE, new Reusing(), Purse.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.emit(view.read(PURSE, number % 10));
                    view.write(PURSE, number % 10, new Purse(number));
                });
    }

    // ------------------------------------------------------------------ elements

    @ParameterizedTest
    @EnumSource
    void branchesHaveElementsOfTheirOwn(ConcurrencyControl control) throws Exception {
        TransactionalStream<Purse> purses = open(control, 2).map(Purse::new, Purse.class);
        TransactionalStream<Purse> left = purses.map(purse -> purse.add(1), Purse.class);
        TransactionalStream<Purse> right = purses.map(purse -> purse.add(2), Purse.class);

        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(left.union(right, purses).closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.emit(new Purse(number).add(1));
                    view.emit(new Purse(number).add(2));
                    view.emit(new Purse(number));
                });
    }

    @ParameterizedTest
    @EnumSource
    void elementMayBeSentTwice(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .flatMap(UserObjectsITCase::twice, Purse.class)
                                .map(purse -> purse.add(1), Purse.class)
                                .keyBy(purse -> purse.amount % 10)
                                .apply(PURSE, UserObjectsITCase::emitTwice, Purse.class)
                                .map(purse -> purse.add(2), Purse.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (int i = 0; i < 4; i++) {
                        view.emit(new Purse(number).add(1).add(2));
                    }
                });
    }

    private static List<Purse> twice(long number) {
        Purse purse = new Purse(number);
        return List.of(purse, purse);
    }

    private static void emitTwice(
            ValueAccess<Purse> value, Purse purse, StateContext<Purse> transaction) {
        transaction.emit(purse);
        transaction.emit(purse);
        purse.add(-1_000_000);
    }

    /** The input is a mutable object, which every attempt must see as it came. */
    @ParameterizedTest
    @EnumSource
    void retriedAttemptSeesTheElementAsItCame(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        TransactionalGraph.named("retries")
                                .concurrencyControl(control)
                                .openTransaction(
                                        EmbeddedFlink.environment(4)
                                                .fromSequence(0, COUNT - 1)
                                                .map(Purse::new)
                                                .returns(Purse.class),
                                        purse -> Long.toString(purse.amount))
                                .map(purse -> purse.add(1), Purse.class)
                                .flatMap(purse -> List.of(purse, purse.copy()), Purse.class)
                                .keyBy(purse -> purse.amount % 3)
                                .update(PURSE, (sum, purse) -> sum.add(purse.add(1).amount))
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long key = (number + 1) % 3;
                    for (int i = 0; i < 2; i++) {
                        Purse purse = view.read(PURSE, key).copy().add(number + 2);
                        view.emit(view.write(PURSE, key, purse));
                    }
                });
    }

    // ------------------------------------------------------------------ types

    /** A key of two parts. */
    public record Account(String bank, long number) {}

    /** An element with a list. */
    public record Batch(Account account, List<Long> amounts) {}

    private static final TypeInformation<List<Long>> LONGS = Types.LIST(Types.LONG);

    @ParameterizedTest
    @ForAnyShape
    void recordsTuplesAndCollectionsTravel(ConcurrencyControl control) throws Exception {
        StateSpec<Account, List<Long>> amounts =
                StateSpec.named("amounts", TypeInformation.of(Account.class), LONGS);
        StateSpec<Tuple2<String, Long>, Map<String, Long>> counts =
                StateSpec.named("counts", new TypeHint<>() {}, new TypeHint<>() {});

        List<TransactionResult<Map<String, Long>>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .map(UserObjectsITCase::batch, Batch.class)
                                .keyBy(Batch::account)
                                .update(
                                        amounts,
                                        (list, batch) -> lastThree(list, batch.amounts()),
                                        (list, batch) -> Tuple2.of("sum", list.get(0) % 5),
                                        counts.keyType())
                                .keyBy(pair -> pair, counts.keyType())
                                .update(counts, (map, pair) -> counted(map, pair.f1))
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Batch batch = batch(number);
                    List<Long> list =
                            view.write(
                                    amounts,
                                    batch.account(),
                                    lastThree(
                                            view.read(amounts, batch.account()), batch.amounts()));
                    Tuple2<String, Long> key = Tuple2.of("sum", list.get(0) % 5);
                    view.emit(view.write(counts, key, counted(view.read(counts, key), key.f1)));
                });
    }

    private static Batch batch(long number) {
        return new Batch(new Account("bank", number % 7), List.of(number, number + 1));
    }

    private static List<Long> lastThree(List<Long> list, List<Long> more) {
        List<Long> all = new ArrayList<>(list == null ? List.of() : list);
        all.addAll(more);
        return new ArrayList<>(all.subList(Math.max(0, all.size() - 3), all.size()));
    }

    private static Map<String, Long> counted(Map<String, Long> map, long key) {
        Map<String, Long> counted = new HashMap<>(map == null ? Map.of() : map);
        counted.merge("of " + key, 1L, Long::sum);
        return counted;
    }
}
