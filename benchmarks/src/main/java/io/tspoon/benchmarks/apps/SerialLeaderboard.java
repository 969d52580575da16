/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.io.Serializable;

/** The leaderboard in one operator without parallelism, with all state under one key. */
final class SerialLeaderboard extends KeyedProcessFunction<Integer, Tick, Answer> {
    private static final long serialVersionUID = 1L;

    private final Step step;
    private final int phones;
    private transient MapState<Integer, Long> recorded;
    private transient ValueState<Board> board;

    SerialLeaderboard(Step step, int phones) {
        this.step = step;
        this.phones = phones;
    }

    /** The board after a vote; throws if the vote is not valid. */
    @FunctionalInterface
    interface Step extends Serializable {
        Board execute(Board board, long before, Tick tick);
    }

    @Override
    public void open(OpenContext context) {
        recorded =
                getRuntimeContext()
                        .getMapState(new MapStateDescriptor<>("phones", Types.INT, Types.LONG));
        board = getRuntimeContext().getState(new ValueStateDescriptor<>("board", Board.TYPE));
    }

    @Override
    public void processElement(Tick tick, Context context, Collector<Answer> out) throws Exception {
        int phone = Vote.of(tick, phones).phone();
        Long before = recorded.get(phone);
        Board present = board.value();
        long answer;
        try {
            Board after =
                    step.execute(
                            present == null ? Board.first() : present,
                            before == null ? 0 : before,
                            tick);
            recorded.put(phone, tick.number() + 1);
            board.update(after);
            answer = after.boards()[0];
        } catch (Value.Rejected rejected) {
            answer = Answer.REJECTED;
        }
        out.collect(new Answer(answer, tick.start()));
    }
}
