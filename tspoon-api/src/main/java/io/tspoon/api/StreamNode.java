/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.List;
import java.util.function.Predicate;

/**
 * A stream inside a t-graph while it is built.
 *
 * @param builder builder of its t-graph
 * @param type type of its elements
 * @param taps lists to which a consumer is added: one, or several after a union
 */
record StreamNode<T>(GraphBuilder builder, TypeInformation<T> type, List<List<Outlet>> taps) {
    /** Adds a consumer. */
    void feed(Outlet outlet) {
        for (List<Outlet> tap : taps) {
            tap.add(outlet);
        }
    }

    /** Replaces this very consumer. */
    void replace(Outlet former, Outlet outlet) {
        replace(consumer -> consumer == former, outlet);
    }

    /** Replaces a consumer. */
    void replace(Predicate<Outlet> former, Outlet outlet) {
        for (List<Outlet> tap : taps) {
            tap.replaceAll(consumer -> former.test(consumer) ? outlet : consumer);
        }
    }

    /** Whether these outlets are one of its taps; compares identity, as other taps may be equal. */
    boolean has(List<Outlet> outlets) {
        return taps.stream().anyMatch(tap -> tap == outlets);
    }

    /** Whether it has elements in common with another stream. */
    boolean overlaps(StreamNode<?> other) {
        return other.taps.stream().anyMatch(this::has);
    }
}
