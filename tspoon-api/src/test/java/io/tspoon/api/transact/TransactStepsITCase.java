/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.Role;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/** What stands in front of a function of several keys, behind it, and beside it. */
class TransactStepsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> REFUSING =
            sums("refusing").constraint("not divisible", sum -> sum % 4 != 3);

    private static final Roles<Long, Long, Long> KEYS =
            Roles.update("keys", SUM, number -> List.of(number % 3, 3 + number % 4));

    /** Passes the half of a value on to another key. */
    private static void pass(long number, Cells cells) {
        long first = number % 3;
        long second = 3 + number % 4;
        long half = cells.get(first) / 2;
        cells.set(first, cells.get(first) - half + number);
        cells.set(second, cells.get(second) + half);
        cells.emit(half);
        cells.emit(cells.get(second));
    }

    private static TransactionalStream<Long> transact(TransactionalStream<Long> stream) {
        return stream.transact(
                List.of(KEYS),
                (number, at, transaction) -> pass(number, Cells.of(at, KEYS, transaction)),
                Long.class);
    }

    private static long abortIn(long element, long of, Runnable abort) {
        if (element % of == 1) {
            abort.run();
        }
        return element;
    }

    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#combinations")
    void stepsInFrontAndBehindMayAbortAndLeaveOut(Combination combination) throws Exception {
        TransactionalStream<Long> front =
                Some.open(combination)
                        .process(
                                (number, transaction, out) -> {
                                    out.collect(number);
                                    abortIn(number, 7, () -> transaction.abort("front"));
                                },
                                Long.class);
        TransactionalStream<Long> behind =
                transact(front.filter(number -> number % 5 > 0))
                        .filter(sum -> sum % 3 > 0)
                        .map(sum -> sum + 1)
                        .process(
                                (sum, transaction, out) -> {
                                    out.collect(sum);
                                    abortIn(sum, 11, () -> transaction.abort("behind"));
                                },
                                Long.class);

        List<TransactionResult<Long>> results = EmbeddedFlink.collect(behind.closeTransaction());

        checkReplay(results, TransactStepsITCase::frontAndBehind);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .extracting(result -> result.reasons().get(0).rule())
                .contains("front", "behind");
    }

    private static void frontAndBehind(long number, SerialReplay.View view) {
        abortIn(number, 7, () -> view.abort("front"));
        if (number % 5 == 0) {
            return;
        }
        Cells cells = Cells.of(view, SUM);
        pass(number, new Behind(cells));
    }

    /** Does what the steps behind do. */
    private record Behind(Cells cells) implements Cells {
        @Override
        public long get(long key) {
            return cells.get(key);
        }

        @Override
        public boolean exists(long key) {
            return cells.exists(key);
        }

        @Override
        public void set(long key, long value) {
            cells.set(key, value);
        }

        @Override
        public void delete(long key) {
            cells.delete(key);
        }

        @Override
        public void emit(long element) {
            if (element % 3 > 0) {
                cells.emit(abortIn(element + 1, 11, () -> cells.abort("behind")));
            }
        }

        @Override
        public void abort(String rule) {
            cells.abort(rule);
        }
    }

    /** Either the other state refuses, or the function aborts, or neither. */
    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#attempts")
    void anotherStateIsAccessedBeside(Combination combination) throws Exception {
        Role<Long, Long> first = Role.update("first", SUM, number -> number % 3);
        Role<Long, Long> second = Role.read("second", SUM, number -> number % 4);
        TransactionalStream<Long> opened = Some.open(combination);
        TransactionalStream<Long> beside =
                opened.keyBy(number -> number % 5).update(REFUSING, (sum, number) -> sum + 1);
        TransactionalStream<Long> together =
                opened.transact(
                        List.of(first, second),
                        (number, at, transaction) -> {
                            if (number % 13 == 0) {
                                transaction.abort("thirteenths");
                            }
                            at.set(first, at.get(second) + number);
                            transaction.emit(at.get(first));
                        },
                        Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(together.union(beside).closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    long sum = view.read(REFUSING, number % 5) + 1;
                    view.emit(view.write(REFUSING, number % 5, sum));
                    if (number % 13 == 0) {
                        view.abort("thirteenths");
                    }
                    view.emit(view.write(SUM, number % 3, view.read(SUM, number % 4) + number));
                });
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }
}
