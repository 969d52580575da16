/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The entrances of a t-graph by which triggered transactions come.
 *
 * @param targets the entrances, in their order; empty if there are none
 * @param emitted writes what transactions emit, and what they trigger; null if there are none
 */
@Internal
public record TriggerPlan(List<Target> targets, @Nullable TypeSerializer<Object> emitted)
        implements Serializable {
    /** Of a t-graph in which nothing is triggered. */
    public static final TriggerPlan NONE = new TriggerPlan(List.of(), null);

    /**
     * One of the entrances.
     *
     * @param name of the entrance
     * @param entrance its number among all entrances of the t-graph
     * @param type of the elements
     * @param serializer writes the elements
     */
    public record Target(
            String name,
            int entrance,
            TypeInformation<Object> type,
            TypeSerializer<Object> serializer)
            implements Serializable {}

    /** What writes elements that leave the t-graph, and others as well. */
    public interface Emitting {
        /** What writes those that leave. */
        TypeSerializer<?> leaving();

        /** Writes only what is triggered. */
        TypeSerializer<Triggered> triggered();

        /** Whether what was written leaves; reads no more than it has to. */
        boolean leaves(byte[] written);
    }

    /** What writes the elements that leave the t-graph, if a serializer also writes others. */
    @SuppressWarnings("unchecked") // elements that leave are of this type
    public static <T> TypeSerializer<T> leaving(TypeSerializer<T> serializer) {
        return serializer instanceof Emitting emitting
                ? (TypeSerializer<T>) emitting.leaving()
                : serializer;
    }

    /** What writes only what is triggered; not if there are no entrances. */
    public TypeSerializer<Triggered> triggered() {
        return ((Emitting) Objects.requireNonNull(emitted)).triggered();
    }

    public boolean isEmpty() {
        return targets.isEmpty();
    }

    /** Whether triggered transactions come by the entrance. */
    public boolean isTarget(String name) {
        return placeOf(name) >= 0;
    }

    /** The place of the entrance with a name; negative if there is none. */
    public int placeOf(String name) {
        for (int place = 0; place < targets.size(); place++) {
            if (targets.get(place).name().equals(name)) {
                return place;
            }
        }
        return -1;
    }
}
