/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * The leaderboard in one operator without parallelism, with all state under one key. What checks
 * need to know it tells a gauge of its own.
 */
final class SerialLeaderboard extends KeyedProcessFunction<Integer, Tick, Answer> {
    private static final long serialVersionUID = 1L;

    private final Leaderboard leaderboard;
    private final String meter;
    private final boolean kept;
    private transient MapState<Integer, Long> recorded;
    private transient ValueState<Board> board;
    private transient Gauge gauge;
    private transient long executed;

    /**
     * @param leaderboard says what a vote comes to
     * @param meter name of the run's meter
     * @param kept whether what was {@link Executed} is kept
     */
    SerialLeaderboard(Leaderboard leaderboard, String meter, boolean kept) {
        this.leaderboard = leaderboard;
        this.meter = meter;
        this.kept = kept;
    }

    /** Without a rate an event carries its place in the input; what is not rejected marks it. */
    static void count(Answer answer, Gauge gauge) {
        boolean rejected = answer.value() == Answer.REJECTED;
        gauge.count(rejected, 1);
        if (!rejected) {
            gauge.mark(answer.start());
        }
    }

    @Override
    public void open(OpenContext context) {
        recorded =
                getRuntimeContext()
                        .getMapState(new MapStateDescriptor<>("phones", Types.INT, Types.LONG));
        board = getRuntimeContext().getState(new ValueStateDescriptor<>("board", Board.TYPE));
        gauge = Meter.gauge(meter);
    }

    @Override
    public void processElement(Tick tick, Context context, Collector<Answer> out) throws Exception {
        int phone = leaderboard.phone(tick);
        Long stored = recorded.get(phone);
        long before = stored == null ? 0 : stored;
        Board present = board.value();
        if (present == null) {
            present = Board.first();
        }
        long answer = Answer.REJECTED; // of a question, which marks nothing
        if (Questions.isQuestion(tick)) {
            gauge.keep(Leaderboard.values(phone, before, present));
        } else {
            Board after = execute(present, before, tick);
            if (after != null) {
                recorded.put(phone, tick.number() + 1);
                board.update(after);
                answer = after.boards()[0];
            }
            if (kept) {
                keep(tick, phone, after);
            }
        }
        out.collect(new Answer(answer, tick.start()));
    }

    /** The board after a vote; null if the vote is not valid. */
    private @Nullable Board execute(Board present, long before, Tick tick) {
        try {
            return leaderboard.execute(present, before, tick);
        } catch (Value.Rejected rejected) {
            return null;
        }
    }

    private void keep(Tick tick, int phone, @Nullable Board after) {
        executed++;
        Oracle.Expected said =
                after == null
                        ? Oracle.Expected.ABORTED
                        : new Oracle.Expected(
                                true,
                                after.boards()[0],
                                Leaderboard.values(phone, tick.number() + 1, after));
        gauge.keep(new Executed(tick.number(), executed, executed, 1, said));
    }
}
