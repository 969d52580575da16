/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * S-Store's leaderboard (4.1.1): a vote is checked and recorded, three boards are updated, and at
 * every so many votes the contestant with the fewest goes out, whose voters get their votes back.
 *
 * <p>The vote is recorded for its phone first, then the board decides whether it is valid: if not,
 * the transaction aborts, and the record with it. A voter has the vote back as soon as the board
 * says that the contestant is out, so nobody needs to look for the voters.
 *
 * <p>Votes must be executed in the order in which they come: PL4, and one source.
 *
 * @param phones number of voters
 * @param removeEvery votes between two contestants who go out
 */
record Leaderboard(int phones, int removeEvery) implements Application {
    private static final long VERIFIED_VOTES = 60_000;
    static final String PHONES = "phones";
    static final String BOARD = "board";
    static final int ONLY_KEY = 0;

    /** So far apart are the phones that are asked for: a question takes as long as a vote. */
    private static final int ASKED_APART = 100;

    /** So few votes between removals that whole seasons go by. */
    @Override
    public Application verified() {
        return new Leaderboard(20_000, 500);
    }

    @Override
    public long verifiedEvents() {
        return VERIFIED_VOTES;
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        StateSpec<Integer, Long> recorded =
                StateSpec.named(PHONES, Types.INT, Types.LONG).initialValue(0L);
        StateSpec<Integer, Board> board =
                StateSpec.named(BOARD, Types.INT, Board.TYPE).initialValue(Board.first());
        return events.keyBy(this::phone, Types.INT)
                .apply(recorded, this::record, Ballot.TYPE)
                .keyBy(ballot -> ONLY_KEY, Types.INT)
                .apply(board, this::count, Answer.TYPE)
                .closeTransaction();
    }

    /** Whose vote it is, or which phone is asked for. */
    int phone(Tick tick) {
        return Questions.isQuestion(tick) ? askedPhone(Questions.index(tick)) : vote(tick).phone();
    }

    static int askedPhone(int question) {
        return question * ASKED_APART;
    }

    Vote vote(Tick tick) {
        return Vote.of(tick, phones);
    }

    private Vote vote(long number, long start) {
        return vote(new Tick(number - 1, start));
    }

    private void record(ValueAccess<Long> phone, Tick tick, StateContext<Ballot> transaction) {
        long number = tick.number() + 1;
        long before = Objects.requireNonNull(phone.get());
        transaction.emit(new Ballot(number, before, tick.start()));
        phone.set(Questions.isQuestion(tick) ? before : number);
    }

    void count(ValueAccess<Board> value, Ballot ballot, StateContext<Answer> transaction) {
        Board board = Objects.requireNonNull(value.get());
        if (ballot.isQuestion()) {
            value.set(board);
            transaction.emit(new Answer(0, ballot.start()));
            return;
        }
        Vote vote = vote(ballot.number(), ballot.start());
        check(board, vote, ballot.before(), transaction);
        Board after = board.after(vote, removeEvery);
        value.set(after);
        transaction.emit(new Answer(after.boards()[0], ballot.start()));
    }

    /** Aborts a vote that is not valid. */
    void check(Board board, Vote vote, long before, StateContext<Answer> transaction) {
        if (!board.isIn(vote.contestant())) {
            transaction.abort("contestant is out", "contestant", vote.contestant());
        }
        if (before > 0 && board.counts(before, vote(before, 0).contestant())) {
            transaction.abort("phone has voted", "phone", vote.phone());
        }
    }

    /** What an event comes to, if it is executed alone: the board after it, or an abort. */
    Board execute(Board board, long before, Tick tick) {
        Value<Board> value = new Value<>(board);
        count(value, new Ballot(tick.number() + 1, before, tick.start()), value);
        return Objects.requireNonNull(value.written());
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        CountingSink.Counter<Answer> counter =
                timed ? Answer.counter(true) : SerialLeaderboard::count;
        serial(events, meter, false).sinkTo(new CountingSink<>(meter, counter));
    }

    @Override
    public boolean isPlainSerial() {
        return true;
    }

    @Override
    public void plainKept(DataStream<Tick> events, String meter) {
        serial(events, meter, true).sinkTo(new CountingSink<>(meter, SerialLeaderboard::count));
    }

    private DataStream<Answer> serial(DataStream<Tick> events, String meter, boolean kept) {
        return events.keyBy(tick -> ONLY_KEY, Types.INT)
                .process(new SerialLeaderboard(this, meter, kept))
                .returns(Answer.TYPE);
    }

    /** What is recorded of a phone, and the board, by {@link Oracle#name}. */
    static Map<String, Object> values(int phone, long recorded, Board board) {
        return values(phone, recorded, ONLY_KEY, board);
    }

    /** The same where there are several shows. */
    static Map<String, Object> values(int phone, long recorded, int show, Board board) {
        Map<String, Object> values = new HashMap<>();
        values.put(Oracle.name(PHONES, phone), recorded);
        values.put(Oracle.name(BOARD, show), board);
        return values;
    }

    @Override
    public long questions() {
        return ((long) phones + ASKED_APART - 1) / ASKED_APART;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return finalState(oracle(), found);
    }

    /** The same with another oracle. */
    FinalState finalState(Oracle oracle, FinalState.Found found) {
        Map<String, Object> initial = new HashMap<>();
        initial.put(Oracle.name(BOARD, ONLY_KEY), Board.first());
        for (int question = 0; question < questions(); question++) {
            initial.put(Oracle.name(PHONES, askedPhone(question)), 0L);
        }
        return new ReplayedState(oracle, found, initial);
    }

    @Override
    public Oracle oracle() {
        Map<Integer, Long> recorded = new HashMap<>();
        Board[] board = {Board.first()};
        return event -> {
            Tick tick = new Tick(event, 0);
            int phone = vote(tick).phone();
            try {
                board[0] = execute(board[0], recorded.getOrDefault(phone, 0L), tick);
            } catch (Value.Rejected rejected) {
                return Oracle.Expected.ABORTED;
            }
            recorded.put(phone, event + 1);
            return new Oracle.Expected(
                    true, board[0].boards()[0], values(phone, event + 1, board[0]));
        };
    }
}
