/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.util.List;

/**
 * A stream inside a t-graph while it is built.
 *
 * @param builder of the t-graph it belongs to
 * @param type of its elements
 * @param taps where its consumers are to be entered: one list, or several after a union
 */
record StreamNode<T>(GraphBuilder<?> builder, TypeInformation<T> type, List<List<Outlet>> taps) {
    /** Adds a consumer. */
    void feed(Outlet outlet) {
        for (List<Outlet> tap : taps) {
            tap.add(outlet);
        }
    }

    /** Whether these outlets are among its taps; others may have the same consumers. */
    boolean has(List<Outlet> outlets) {
        return taps.stream().anyMatch(tap -> tap == outlets);
    }
}
