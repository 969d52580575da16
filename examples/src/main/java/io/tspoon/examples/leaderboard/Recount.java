/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.accumulators.ListAccumulator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.Comparator;

/**
 * Counts the votes again, from the results alone, and compares the counts with the show at the end
 * of the input. It checks the example; a job of your own can do without it.
 */
final class Recount extends KeyedProcessFunction<Integer, TransactionResult<Board>, Board> {
    /** Names of accumulators. */
    static final String COUNTED = "counted";

    static final String WRONG = "wrong";
    static final String RANKING = "ranking";

    private static final long serialVersionUID = 1L;

    private final LongCounter counted = new LongCounter();
    private final LongCounter wrong = new LongCounter();
    private final ListAccumulator<String> ranking = new ListAccumulator<>();

    private transient MapState<String, Long> votes;
    private transient ValueState<Show> latest;

    @Override
    public void open(OpenContext context) {
        votes =
                getRuntimeContext()
                        .getMapState(new MapStateDescriptor<>("votes", String.class, Long.class));
        latest = getRuntimeContext().getState(new ValueStateDescriptor<>("latest", Show.class));
        getRuntimeContext().addAccumulator(COUNTED, counted);
        getRuntimeContext().addAccumulator(WRONG, wrong);
        getRuntimeContext().addAccumulator(RANKING, ranking);
    }

    @Override
    public void processElement(
            TransactionResult<Board> result, Context context, Collector<Board> out)
            throws Exception {
        // Fires at the end of the input, with the last watermark.
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        for (Board board : result.emitted()) {
            Long known = votes.get(board.contestant());
            votes.put(board.contestant(), known == null ? 1 : known + 1);
        }
        for (@Nullable Show show : LeaderboardGraph.SHOW.updatesIn(result).values()) {
            Show known = latest.value();
            if (show != null && (known == null || show.counted() > known.counted())) {
                latest.update(show);
            }
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Board> out)
            throws Exception {
        Show show = latest.value();
        if (show == null) {
            return;
        }
        long sum = 0;
        for (Contestant contestant : show.contestants()) {
            Long recounted = votes.get(contestant.name());
            long expected = recounted == null ? 0 : recounted;
            wrong.add(contestant.votes() == expected ? 0L : 1L);
            sum += expected;
        }
        wrong.add(sum == show.counted() ? 0L : 1L);
        counted.add(sum);
        show.in().forEach(contestant -> ranking.add(line(contestant)));
        show.contestants().stream()
                .filter(contestant -> !contestant.isIn())
                .sorted(Comparator.comparingLong(Contestant::removedAt).reversed())
                .forEach(contestant -> ranking.add(line(contestant)));
    }

    private static String line(Contestant contestant) {
        String end = contestant.isIn() ? "" : ", removed after vote " + contestant.removedAt();
        return contestant.name() + " " + contestant.votes() + end;
    }
}
