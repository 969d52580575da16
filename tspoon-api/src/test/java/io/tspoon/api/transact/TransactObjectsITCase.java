/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.Role;
import io.tspoon.api.RoleValues;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactFunction;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/** Values that user code changes in place, and functions that have a life cycle. */
class TransactObjectsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

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

    private static final StateSpec<Long, Purse> PURSE =
            StateSpec.named("purse", Long.class, Purse.class).initialValue(new Purse(1));
    private static final Role<Purse, Purse> FROM =
            Role.update("from", PURSE, entry -> entry.amount % 5);
    private static final Role<Purse, Purse> TO =
            Role.update("to", PURSE, entry -> entry.amount % 7);

    /** The element is changed in place, too, for there may be another attempt. */
    private static void fiddle(Purse entry, RoleValues<Purse> at, StateContext<Purse> transaction) {
        long number = entry.amount;
        entry.add(1_000);
        at.get(FROM).add(17); // does not count
        Purse to = at.get(TO);
        at.set(TO, to.add(number));
        to.add(18); // nor does this
        Purse emitted = at.get(FROM);
        transaction.emit(emitted);
        emitted.add(19);
        if (number % 3 == 0) {
            at.delete(FROM);
            at.get(FROM).add(20); // nor a change of the initial value
            transaction.emit(at.get(FROM));
        }
        if (number % 11 == 0) {
            transaction.abort("elevenths");
        }
    }

    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#mechanisms")
    void onlyWhatIsSetIsWritten(Combination combination) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        Some.open(combination)
                                .map(Purse::new, Purse.class)
                                .transact(
                                        List.of(FROM, TO),
                                        TransactObjectsITCase::fiddle,
                                        Purse.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 11 == 0) {
                        view.abort("elevenths");
                    }
                    view.write(PURSE, number % 7, view.read(PURSE, number % 7).copy().add(number));
                    view.emit(view.read(PURSE, number % 5).copy());
                    if (number % 3 == 0) {
                        view.write(PURSE, number % 5, null);
                        view.emit(new Purse(1));
                    }
                });
    }

    /** With object reuse, a function sets changed copies. */
    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#combinations")
    void changedCopiesAreSet(Combination combination) throws Exception {
        List<TransactionResult<Purse>> results =
                EmbeddedFlink.collect(
                        Some.open(combination)
                                .map(Purse::new, Purse.class)
                                .transact(
                                        List.of(FROM, TO),
                                        (entry, at, transaction) -> {
                                            Purse from = at.get(FROM).copy();
                                            at.set(FROM, from.add(-entry.amount));
                                            Purse to = at.get(TO).copy();
                                            at.set(TO, to.add(entry.amount));
                                            transaction.emit(at.get(FROM));
                                        },
                                        Purse.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    Purse from = view.read(PURSE, number % 5).copy().add(-number);
                    view.write(PURSE, number % 5, from);
                    Purse to = view.read(PURSE, number % 7).copy().add(number);
                    view.write(PURSE, number % 7, to);
                    view.emit(view.read(PURSE, number % 5));
                });
    }

    // ------------------------------------------------------------------ life cycle

    private static final Queue<String> OPENED = new ConcurrentLinkedQueue<>();
    private static final Queue<String> CLOSED = new ConcurrentLinkedQueue<>();
    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final Role<Long, Long> KEY = Role.update("key", SUM, number -> number % 3);

    private static final class Rich extends AbstractRichFunction
            implements TransactFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        private transient boolean open;

        @Override
        public void open(OpenContext context) {
            open = true;
            OPENED.add(instance());
            getRuntimeContext().getMetricGroup().counter("transacted");
        }

        @Override
        public void close() {
            if (open) {
                CLOSED.add(instance());
            }
            open = false;
        }

        private String instance() {
            return "instance " + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        }

        @Override
        public void apply(Long number, RoleValues<Long> at, StateContext<Long> transaction) {
            assertThat(open).isTrue();
            at.set(KEY, at.get(KEY) + number);
        }
    }

    /** Although two streams lead to it. */
    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#mechanisms")
    void functionIsOpenedAndClosedOnce(Combination combination) throws Exception {
        OPENED.clear();
        CLOSED.clear();
        var opened = Some.open(combination);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        opened.map(number -> -number)
                                .union(opened)
                                .transact(List.of(KEY), new Rich(), Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    view.write(SUM, -number % 3, view.read(SUM, -number % 3) - number);
                    view.write(SUM, number % 3, view.read(SUM, number % 3) + number);
                });
        assertThat(OPENED).containsExactlyInAnyOrder("instance 0", "instance 1");
        assertThat(CLOSED).containsExactlyInAnyOrder("instance 0", "instance 1");
    }
}
