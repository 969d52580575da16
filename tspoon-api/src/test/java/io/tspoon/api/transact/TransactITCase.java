/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.Role;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.checkReplay;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;

/** What a function of several keys sees and does. */
class TransactITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final StateSpec<Long, Long> OTHER = sums("other");
    private static final StateSpec<Long, Long> SEVENS =
            StateSpec.named("sevens", Long.class, Long.class).initialValue(7L);
    private static final StateSpec<Long, Long> SMALL =
            sums("small").constraint("at most 20", value -> value <= 20);

    // ------------------------------------------------------------------ several elements

    /** A move of a transaction that has several; both keys may be the same. */
    public record Move(long number, long from, long to) {
        static List<Move> of(long number) {
            List<Move> moves = new ArrayList<>();
            for (long i = 0; i < number % 4; i++) {
                moves.add(new Move(number, (number + i) % 5, (number + 2 * i) % 5));
            }
            return moves;
        }
    }

    private static final Role<Move, Long> FROM = Role.update("from", SUM, Move::from);
    private static final Role<Move, Long> TO = Role.update("to", SUM, Move::to);
    private static final Role<Move, Long> SEEN = Role.read("seen", SUM, Move::from);

    /** Of the same keys, each of which plays several roles. */
    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#combinations")
    void laterElementSeesWhatTheEarlierOnesHaveWritten(Combination combination) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Some.open(combination)
                                .flatMap(Move::of, Move.class)
                                .transact(
                                        List.of(FROM, TO, SEEN),
                                        (move, at, transaction) -> {
                                            long moved = at.get(FROM) / 2 + 1;
                                            at.set(FROM, at.get(FROM) - moved);
                                            at.set(TO, at.get(TO) + moved + move.number() % 3);
                                            transaction.emit(at.get(SEEN));
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    for (Move move : Move.of(number)) {
                        long moved = view.read(SUM, move.from()) / 2 + 1;
                        view.write(SUM, move.from(), view.read(SUM, move.from()) - moved);
                        long to = view.read(SUM, move.to());
                        view.write(SUM, move.to(), to + moved + number % 3);
                        view.emit(view.read(SUM, move.from()));
                    }
                });
    }

    // ------------------------------------------------------------------ any number of keys

    private static final Roles<Long, Long, Long> SOME =
            Roles.update("some", SEVENS, TransactITCase::some);
    private static final Roles<Long, Long, Long> MORE =
            Roles.read("more", OTHER, number -> List.of());

    /** No key, a few, and sometimes two hundred; one of them twice. */
    private static List<Long> some(long number) {
        if (number % 100 == 53) {
            return LongStream.range(0, 200).boxed().toList();
        }
        List<Long> keys = new ArrayList<>();
        for (long i = 0; i < number % 5; i++) {
            keys.add((number * 3 + i % 3) % 40);
        }
        return keys;
    }

    private static void putAndRemove(long number, Iterable<Long> keys, Cells cells) {
        long count = 0;
        long sum = 0;
        for (long key : keys) {
            count++;
            if (!cells.exists(key)) {
                cells.set(key, cells.get(key) + number);
            } else if (key % 2 == 0) {
                cells.delete(key);
                sum += cells.get(key); // the initial value again
                if (cells.exists(key)) {
                    cells.abort("deleted keys do not exist");
                }
                if (key % 4 == 0) {
                    cells.set(key, cells.get(key) - number % 10);
                }
            }
            sum += cells.get(key);
        }
        cells.emit(count);
        cells.emit(sum);
    }

    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#combinations")
    void rolesHaveAnyNumberOfKeysWhichComeAndGo(Combination combination) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Some.open(combination)
                                .transact(
                                        List.of(SOME, MORE),
                                        (number, at, transaction) ->
                                                putAndRemove(
                                                        number,
                                                        at.keys(SOME),
                                                        Cells.of(at, SOME, transaction)),
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) ->
                        putAndRemove(
                                number,
                                some(number).stream().distinct().toList(),
                                Cells.of(view, SEVENS)));
    }

    /** Beside others of the same key that wait for their turn. */
    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#mechanisms")
    void keysMayBeReadOrUpdatedOrLeftAlone(Combination combination) throws Exception {
        Role<Long, Long> read = Role.read("read", SUM, number -> number % 2);
        Role<Long, Long> update = Role.update("update", SUM, number -> number % 3);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Some.open(combination)
                                .transact(
                                        List.of(read, update),
                                        (number, at, transaction) -> {
                                            if (number % 4 == 0) {
                                                at.set(update, at.get(read) + number);
                                            } else if (number % 4 == 1) {
                                                transaction.emit(at.get(read));
                                            }
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(
                results,
                (number, view) -> {
                    if (number % 4 == 0) {
                        view.write(SUM, number % 3, view.read(SUM, number % 2) + number);
                    } else if (number % 4 == 1) {
                        view.emit(view.read(SUM, number % 2));
                    }
                });
    }

    // ------------------------------------------------------------------ aborts

    private static final Roles<Long, Long, Long> THREE =
            Roles.update(
                    "three",
                    SMALL,
                    number -> List.of(number % 6, (number + 1) % 6, (number + 2) % 6));

    /** The last value that is written counts. */
    private static void fill(long number, Cells cells) {
        long first = number % 6;
        cells.emit(number);
        cells.set(first, cells.get(first) - number % 2);
        if (number % 5 == 0) {
            cells.abort("fifths");
        }
        cells.set((number + 1) % 6, cells.get((number + 1) % 6) + number % 7);
        if (number % 11 == 0) {
            cells.delete((number + 2) % 6);
        }
    }

    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#combinations")
    void abortsTakeBackWhatWasWrittenAndEmitted(Combination combination) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        Some.open(combination)
                                .transact(
                                        List.of(THREE),
                                        (number, at, transaction) -> {
                                            at.set(THREE, number % 6, 21L); // is overwritten
                                            at.set(THREE, number % 6, at.get(THREE, number % 6));
                                            fillOver(number, Cells.of(at, THREE, transaction));
                                        },
                                        Long.class)
                                .closeTransaction());

        checkReplay(results, TransactITCase::replayFill);
        assertThat(results)
                .filteredOn(TransactionResult::isAborted)
                .allSatisfy(TransactITCase::checkReason)
                .anyMatch(result -> Long.parseLong(result.key()) % 5 > 0);
    }

    private static void checkReason(TransactionResult<Long> aborted) {
        long number = Long.parseLong(aborted.key());
        String second = Long.toString((number + 1) % 6);
        assertThat(aborted.reasons())
                .containsExactly(
                        number % 5 == 0
                                ? new AbortReason(
                                        AbortReason.Kind.USER, "transact", "", "fifths", "")
                                : new AbortReason(
                                        AbortReason.Kind.CONSTRAINT,
                                        "small",
                                        second,
                                        "at most 20",
                                        ""));
    }

    /** The first of the keys has 21 until this. */
    private static void fillOver(long number, Cells cells) {
        cells.set(number % 6, 20);
        fill(number, cells);
    }

    private static void replayFill(long number, SerialReplay.View view) {
        Cells cells = Cells.of(view, SMALL);
        cells.set(number % 6, 20);
        fill(number, cells);
    }

    // ------------------------------------------------------------------ several operations

    @ParameterizedTest
    @MethodSource("io.tspoon.api.transact.Some#mechanisms")
    void severalOperationsOfOneTransactionHaveTheirOwnStates(Combination combination)
            throws Exception {
        Role<Long, Long> left = Role.update("key", SUM, number -> number % 3);
        Role<Long, Long> right = Role.update("key", OTHER, number -> number % 2);
        TransactionalStream<Long> opened = Some.open(combination);
        TransactionalStream<Long> lefts =
                opened.transact(
                        List.of(left),
                        (number, at, transaction) -> {
                            at.set(left, at.get(left) + number);
                            transaction.emit(at.get(left));
                        },
                        Long.class);
        TransactionalStream<Long> rights =
                opened.filter(number -> number % 3 > 0)
                        .union(opened.map(number -> -number))
                        .transact(
                                List.of(right),
                                (number, at, transaction) -> {
                                    if (number % 7 == 6) {
                                        transaction.abort("sevenths");
                                    }
                                    at.set(right, at.get(right) * 2 % 1_000 + number);
                                },
                                Long.class);

        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(lefts.union(rights).closeTransaction());

        checkReplay(results, TransactITCase::leftAndRight);
        assertThat(results).filteredOn(TransactionResult::isAborted).hasSizeLessThan(COUNT / 3);
    }

    private static void leftAndRight(long number, SerialReplay.View view) {
        view.emit(view.write(SUM, number % 3, view.read(SUM, number % 3) + number));
        if (number % 3 > 0) {
            right(number, view);
        }
        right(-number, view);
    }

    private static void right(long number, SerialReplay.View view) {
        if (number % 7 == 6) {
            view.abort("sevenths");
        }
        view.write(OTHER, number % 2, view.read(OTHER, number % 2) * 2 % 1_000 + number);
    }
}
