/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

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

    /** How the only input is spread. */
    static InputSpread ofOne(GraphSettings settings, StreamArrival<?> input) {
        if (input.isByContent(settings)) {
            // What waits for its batch moves with key groups, and not with its content.
            boolean isSingle =
                    input.batches() != null
                            || (settings.regime().keepsEntryOrder()
                                    && (isNotParallel(input) || input.ordered()));
            return isSingle ? InputSpread.SINGLE : InputSpread.BY_CONTENT;
        }
        return ofKnownByKey(settings, input);
    }

    /**
     * How one of several inputs is spread. If elements are known by their content, the digest alone
     * says where they belong, so all inputs are spread in one way.
     */
    static InputSpread ofSeveral(GraphSettings settings, StreamArrival<?> input) {
        if (input.isByContent(settings)) {
            return settings.regime().keepsEntryOrder()
                    ? InputSpread.SINGLE
                    : InputSpread.BY_CONTENT;
        }
        return ofKnownByKey(settings, input);
    }

    private static InputSpread ofKnownByKey(GraphSettings settings, StreamArrival<?> input) {
        return settings.regime().keepsEntryOrder() && isNotParallel(input)
                ? InputSpread.SINGLE
                : InputSpread.ANY;
    }

    private static boolean isNotParallel(StreamArrival<?> input) {
        return input.input().getParallelism() == 1;
    }

    /** The elements of a key on one way, without the key, which would be that of a state. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // type of the key
    static <E> DataStream<E> byKey(
            DataStream<E> elements, KeySelector<E, ?> key, TypeInformation<?> keyType) {
        return plain(plain(elements).keyBy((KeySelector) key, (TypeInformation) keyType));
    }

    /** The stream without the key that it may have. */
    static <E> DataStream<E> plain(DataStream<E> stream) {
        return new DataStream<>(stream.getExecutionEnvironment(), stream.getTransformation());
    }

    /**
     * Spreads a stream.
     *
     * @param written writes elements as the log digests them
     */
    static <I> DataStream<I> spread(
            DataStream<I> input, InputSpread spread, TypeSerializer<I> written) {
        if (spread == InputSpread.ANY) {
            return input;
        }
        DataStream<I> plain = plain(input); // a keyed one cannot be partitioned in any other way
        return spread == InputSpread.SINGLE ? plain.global() : ContentSpread.spread(plain, written);
    }
}
