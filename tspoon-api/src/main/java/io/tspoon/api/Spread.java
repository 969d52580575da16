/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How the inputs of a t-graph are spread over its coordinators.
 *
 * <p>At PL4 a single coordinator gets the whole of an input that is not parallel, so that its order
 * is kept. With a log, an element without a transaction key must reach the same coordinator again
 * after a crash, so that equal elements can be counted, unless elements must stay in order. All
 * this holds even if there is only one coordinator now, because Flink may change the parallelism of
 * a running job.
 */
final class Spread {
    private Spread() {}

    /** How each of the inputs is spread. What is known by its content is so in all of them. */
    static List<InputSpread> of(GraphSettings settings, List<? extends Arrival<?>> inputs) {
        boolean keepsOrder = settings.regime().keepsEntryOrder();
        if (inputs.get(0).isByContent(settings)) {
            boolean isSingle =
                    keepsOrder
                            && (inputs.stream().allMatch(Spread::isNotParallel)
                                    || inputs.stream().anyMatch(Arrival::ordered));
            return Collections.nCopies(
                    inputs.size(), isSingle ? InputSpread.SINGLE : InputSpread.BY_CONTENT);
        }
        List<InputSpread> spreads = new ArrayList<>();
        for (Arrival<?> input : inputs) {
            spreads.add(keepsOrder && isNotParallel(input) ? InputSpread.SINGLE : InputSpread.ANY);
        }
        return spreads;
    }

    private static boolean isNotParallel(Arrival<?> input) {
        return input.input().getParallelism() == 1;
    }

    static <I> DataStream<I> spread(DataStream<I> input, InputSpread spread) {
        if (spread == InputSpread.ANY) {
            return input;
        }
        // A keyed stream cannot be partitioned in any other way.
        DataStream<I> plain =
                new DataStream<>(input.getExecutionEnvironment(), input.getTransformation());
        return spread == InputSpread.SINGLE ? plain.global() : ContentSpread.spread(plain);
    }
}
