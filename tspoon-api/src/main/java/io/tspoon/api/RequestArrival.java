/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.EntranceVertices;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

/**
 * Requests that come from outside, beside the streams of a t-graph. Each brings its key with it,
 * and comes to the coordinator that owns the key: no stream of Flink brings it there.
 *
 * @param <T> type of the requests
 */
sealed interface RequestArrival<T> extends Arrival<T>
        permits CallArrival, WriteArrival, TimerArrival, TriggerArrival {
    @Override
    default @Nullable KeySelector<T, String> transactionKey() {
        return null;
    }

    @Override
    default boolean isByContent(GraphSettings settings) {
        return false;
    }

    @Override
    default GraphBuilder.Opened<T> open(GraphBuilder.Opening opening) {
        return opening.forSeveral(this);
    }

    @Override
    default InputSpread enter(
            EntranceVertices vertices,
            GraphSettings settings,
            InputSpread spread,
            TypeSerializer<T> written) {
        vertices.addCalls(type());
        return spread;
    }
}
