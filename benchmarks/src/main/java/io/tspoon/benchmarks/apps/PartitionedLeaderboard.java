/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The leaderboard as one procedure for each vote: phones and board of a show are one partition.
 *
 * <p>The votes of a show come from one source, in order, as from one partition of a topic. Each
 * source has phones of its own.
 *
 * @param votes what a vote comes to
 * @param shows so many go on at once for each source; a phone votes in one of them
 * @param sources give the events in turn
 */
record PartitionedLeaderboard(Leaderboard votes, int shows, int sources) implements Application {
    /**
     * With multiples of this, every second of the first few shows is at the same of two instances.
     */
    private static final int SPREAD = 13;

    @Override
    public Application verified() {
        return new PartitionedLeaderboard((Leaderboard) votes.verified(), shows, sources);
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
                        .partitionedBy(this::show, Types.INT);
        StateSpec<Integer, Board> boards =
                StateSpec.named(Leaderboard.BOARD, Types.INT, Board.TYPE)
                        .initialValue(Board.first())
                        .partitionedBy(show -> show, Types.INT);
        return events.partitionBy(tick -> show(phone(tick)), Types.INT)
                .procedure(
                        (show, tick, transaction) ->
                                execute(show, phones, boards, tick, transaction),
                        Answer.TYPE,
                        phones,
                        boards)
                .closeTransaction();
    }

    private void execute(
            Partition show,
            StateSpec<Integer, Long> phones,
            StateSpec<Integer, Board> boards,
            Tick tick,
            StateContext<Answer> transaction) {
        int phone = phone(tick);
        long number = tick.number() + 1;
        ValueAccess<Long> recorded = show.of(phones, phone);
        long before = Objects.requireNonNull(recorded.get());
        votes.count(
                show.of(boards, show(phone)),
                new Ballot(number, before, tick.start()),
                transaction);
        recorded.set(Questions.isQuestion(tick) ? before : number);
    }

    /** Questions are about the phones of the first source. */
    private int phone(Tick tick) {
        int source = Questions.isQuestion(tick) ? 0 : (int) (tick.number() % sources);
        return source * votes.phones() + votes.phone(tick);
    }

    private int show(int phone) {
        return SPREAD * (phone / votes.phones() * shows + phone % votes.phones() % shows);
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
        Map<String, Object> initial = new HashMap<>();
        for (int question = 0; question < questions(); question++) {
            int phone = Leaderboard.askedPhone(question);
            initial.put(Oracle.name(Leaderboard.PHONES, phone), 0L);
            initial.put(Oracle.name(Leaderboard.BOARD, show(phone)), Board.first());
        }
        return new ReplayedState(oracle(), found, initial);
    }

    @Override
    public Oracle oracle() {
        Map<Integer, Long> recorded = new HashMap<>();
        Map<Integer, Board> boards = new HashMap<>();
        return event -> {
            Tick tick = new Tick(event, 0);
            int phone = phone(tick);
            int show = show(phone);
            Board board;
            try {
                board =
                        votes.execute(
                                boards.getOrDefault(show, Board.first()),
                                recorded.getOrDefault(phone, 0L),
                                tick);
            } catch (Value.Rejected rejected) {
                return Oracle.Expected.ABORTED;
            }
            boards.put(show, board);
            recorded.put(phone, event + 1);
            return new Oracle.Expected(
                    true, board.boards()[0], Leaderboard.values(phone, event + 1, show, board));
        };
    }
}
