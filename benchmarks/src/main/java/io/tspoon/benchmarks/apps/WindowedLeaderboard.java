/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowAccess;
import io.tspoon.api.WindowSpec;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The leaderboard as one procedure for each vote, with the last votes in a window that keeps how
 * many each contestant has of them.
 *
 * @param votes what a vote comes to
 */
record WindowedLeaderboard(Leaderboard votes) implements Application {
    @Override
    public Application verified() {
        return new WindowedLeaderboard((Leaderboard) votes.verified());
    }

    @Override
    public long verifiedEvents() {
        return votes.verifiedEvents();
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        StateSpec<Integer, Long> phones =
                StateSpec.named(Leaderboard.PHONES, Types.INT, Types.LONG)
                        .initialValue(0L)
                        .partitionedBy(phone -> Leaderboard.ONLY_KEY, Types.INT);
        StateSpec<Integer, Board> boards =
                StateSpec.named(Leaderboard.BOARD, Types.INT, Board.TYPE)
                        .initialValue(Board.first())
                        .partitionedBy(show -> show, Types.INT);
        WindowSpec<Integer, Integer, int[]> recent =
                WindowSpec.ofLast("recent", Types.INT, Types.INT, Board.RECENT, 1)
                        .aggregate(
                                PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO,
                                new int[Board.CONTESTANTS],
                                (trend, contestant) -> changed(trend, contestant, 1),
                                (trend, contestant) -> changed(trend, contestant, -1))
                        .partitionedBy(show -> show, Types.INT);
        return events.partitionBy(tick -> Leaderboard.ONLY_KEY, Types.INT)
                .procedure(
                        (show, tick, transaction) ->
                                execute(show, phones, boards, recent, tick, transaction),
                        Answer.TYPE,
                        phones,
                        boards,
                        recent)
                .closeTransaction();
    }

    private static int[] changed(int[] trend, int contestant, int by) {
        int[] changed = trend.clone();
        changed[contestant] += by;
        return changed;
    }

    private void execute(
            Partition show,
            StateSpec<Integer, Long> phones,
            StateSpec<Integer, Board> boards,
            WindowSpec<Integer, Integer, int[]> recent,
            Tick tick,
            StateContext<Answer> transaction) {
        ValueAccess<Long> recorded = show.of(phones, votes.phone(tick));
        ValueAccess<Board> standing = show.of(boards, Leaderboard.ONLY_KEY);
        long before = Objects.requireNonNull(recorded.get());
        Board board = Objects.requireNonNull(standing.get());
        if (Questions.isQuestion(tick)) {
            recorded.set(before);
            standing.set(board);
            transaction.emit(new Answer(0, tick.start()));
            return;
        }
        Vote vote = votes.vote(tick);
        votes.check(board, vote, before, transaction);
        WindowAccess<Integer, int[]> last = show.of(recent, Leaderboard.ONLY_KEY);
        last.add(vote.contestant());
        Board after = board.after(vote, votes.removeEvery(), last.aggregate());
        recorded.set(tick.number() + 1);
        standing.set(after);
        transaction.emit(new Answer(after.boards()[0], tick.start()));
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        votes.plain(events, meter, timed);
    }

    @Override
    public long questions() {
        return votes.questions();
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return votes.finalState(oracle(), found);
    }

    @Override
    public Oracle oracle() {
        Map<Integer, Long> recorded = new HashMap<>();
        Deque<Integer> last = new ArrayDeque<>();
        Board[] board = {Board.first()};
        return event -> {
            Tick tick = new Tick(event, 0);
            Vote vote = votes.vote(tick);
            long before = recorded.getOrDefault(vote.phone(), 0L);
            try {
                votes.check(board[0], vote, before, new Value<>(board[0]));
            } catch (Value.Rejected rejected) {
                return Oracle.Expected.ABORTED;
            }
            last.addLast(vote.contestant());
            if (last.size() > Board.RECENT) {
                last.removeFirst();
            }
            int[] trend = new int[Board.CONTESTANTS];
            last.forEach(contestant -> trend[contestant]++);
            board[0] = board[0].after(vote, votes.removeEvery(), trend);
            recorded.put(vote.phone(), event + 1);
            return new Oracle.Expected(
                    true,
                    board[0].boards()[0],
                    Leaderboard.values(vote.phone(), event + 1, board[0]));
        };
    }
}
