/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Blocker;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Transfers between few accounts, and behind the balances a second state with a book of each
 * account, so that whoever reads can tell what is missing: the two add up for each account, and the
 * moves of a book only grow.
 */
public final class BookedBank {
    public static final int ACCOUNTS = 10;
    public static final long TOTAL = ACCOUNTS * Bank.OPENING;
    public static final StateSpec<Integer, Book> BOOK =
            StateSpec.named("book", Integer.class, Book.class).initialValue(new Book(0, 0));

    private static final long ENDLESS = 1_000_000_000;

    private BookedBank() {}

    /**
     * What was booked of one account.
     *
     * @param lost the opposite of every change of the balance
     * @param moves the number of the changes
     */
    public record Book(long lost, long moves) {
        Book with(Movement movement) {
            return new Book(lost - movement.amount(), moves + 1);
        }
    }

    /**
     * What was seen of a job, in its results or in answers.
     *
     * @param newest timestamp
     * @param moves of each account
     */
    public record Seen(long newest, Map<Integer, Long> moves) {}

    /**
     * Adds the bank to a job; each state has an operator.
     *
     * @param name of the observer, and of the {@link Blocker} in the second update
     */
    public static void add(
            StreamExecutionEnvironment environment,
            TransactionalGraph graph,
            int perSecond,
            String name) {
        add(environment, graph, perSecond, name, false);
    }

    /**
     * Adds the bank to a job.
     *
     * @param name of the observer, and of the {@link Blocker} in the second update
     * @param sameKey whether both states are in one operator
     */
    public static void add(
            StreamExecutionEnvironment environment,
            TransactionalGraph graph,
            int perSecond,
            String name,
            boolean sameKey) {
        DataStream<Transfer> transfers =
                Bank.pacedTransfers(environment, ENDLESS, perSecond, ACCOUNTS);
        AccessedStream<Movement, Integer> moved =
                graph.openTransaction(transfers, Transfer::key)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(
                                Bank.BALANCE,
                                (Long balance, Movement movement) -> balance + movement.amount(),
                                (balance, movement) -> movement,
                                Movement.class);
        DataStream<TransactionResult<Book>> results =
                (sameKey ? moved.sameKey() : moved.keyBy(Movement::account))
                        .update(
                                BOOK,
                                (book, movement) -> {
                                    Blocker.pass(name);
                                    return book.with(movement);
                                })
                        .closeTransaction();
        Observer.SEEN.putIfAbsent(name, new Observer.Latest());
        results.map(new Observer(name))
                .returns(results.getType())
                .uid("observer")
                .sinkTo(new DiscardingSink<>());
    }

    /** What has come out of the jobs with this name so far, and what they have answered. */
    public static Seen seen(String name) {
        return Observer.SEEN.get(name).copy();
    }

    /**
     * The jobs with this name have answered so much; what is told here is {@link #seen}.
     *
     * @param answer its timestamp, which is not below that of any of the moves, and all moves
     */
    public static void answered(String name, Seen answer) {
        Observer.SEEN.get(name).answered(answer);
    }

    /**
     * Fails if an answer has shown a move that a crash has taken back: then its transaction was
     * executed anew, at a timestamp above that of the answer.
     */
    public static void checkAnswers(String name) {
        Observer.SEEN.get(name).checkAnswers();
    }

    private static final class Observer
            implements MapFunction<TransactionResult<Book>, TransactionResult<Book>> {
        private static final long serialVersionUID = 1L;
        private static final ConcurrentMap<String, Latest> SEEN = new ConcurrentHashMap<>();

        private final String name;

        Observer(String name) {
            this.name = name;
        }

        @Override
        public TransactionResult<Book> map(TransactionResult<Book> result) {
            SEEN.get(name).add(result);
            return result;
        }

        /** Changes while jobs run. */
        private static final class Latest {
            private final Map<Integer, Long> moves = new HashMap<>();
            private long newest;

            /** The timestamp of each move, by the results. */
            private final Map<Move, Long> made = new HashMap<>();

            /** The lowest timestamp of an answer that has shown the move as the last one. */
            private final Map<Move, Long> shown = new HashMap<>();

            private record Move(int account, long number) {}

            synchronized void add(TransactionResult<Book> result) {
                long timestamp = result.timestamp().value();
                Map<Integer, Long> booked = new HashMap<>();
                for (StateUpdate update : result.updates()) {
                    if (update.value() instanceof Book book) {
                        int account = (Integer) update.key();
                        booked.merge(account, book.moves(), Math::max);
                        made.merge(new Move(account, book.moves()), timestamp, Math::max);
                    }
                }
                add(new Seen(timestamp, booked));
            }

            synchronized void answered(Seen answer) {
                answer.moves()
                        .forEach(
                                (account, number) ->
                                        shown.merge(
                                                new Move(account, number),
                                                answer.newest(),
                                                Math::min));
                add(answer);
            }

            synchronized void checkAnswers() {
                assertThat(shown).isNotEmpty();
                shown.forEach(
                        (move, timestamp) ->
                                assertThat(made.getOrDefault(move, timestamp))
                                        .as("timestamp of %s", move)
                                        .isLessThanOrEqualTo(timestamp));
            }

            private void add(Seen seen) {
                newest = Math.max(newest, seen.newest());
                seen.moves().forEach((account, more) -> moves.merge(account, more, Math::max));
            }

            synchronized Seen copy() {
                return new Seen(newest, new HashMap<>(moves));
            }
        }
    }
}
