/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.runtime.plan.LoadPlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * A stream from which a state is loaded.
 *
 * @param stream what is loaded
 * @param plan how
 */
@Internal
public record LoadInput<T>(DataStream<T> stream, LoadPlan<T, ?, ?> plan) {
    /** The name of a source of a stream that does not end by itself; null if there is none. */
    public static @Nullable String unboundedSource(DataStream<?> stream) {
        for (Transformation<?> before : stream.getTransformation().getTransitivePredecessors()) {
            if (before instanceof WithBoundedness source
                    && source.getBoundedness() != Boundedness.BOUNDED) {
                return before.getName();
            }
        }
        return null;
    }

    /**
     * What the stream has in common with the input of the t-graph; null if there is nothing. Of all
     * that they have in common, this is the farthest.
     */
    @Nullable String commonOrigin(Transformation<?> input) {
        Set<Transformation<?>> origins = Collections.newSetFromMap(new IdentityHashMap<>());
        origins.addAll(input.getTransitivePredecessors());
        String farthest = null;
        for (Transformation<?> before : stream.getTransformation().getTransitivePredecessors()) {
            boolean isSource = before.getInputs().isEmpty();
            if (origins.contains(before) && (farthest == null || isSource)) {
                farthest = before.getName();
            }
        }
        return farthest;
    }
}
