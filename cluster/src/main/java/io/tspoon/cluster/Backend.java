/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import java.util.Map;

/** The state backend that keeps keyed state. */
enum Backend {
    HEAP("hashmap"),
    ROCKSDB("rocksdb");

    private final String type;

    Backend(String type) {
        this.type = type;
    }

    /** Flink options of a job that uses it. */
    Map<String, String> options() {
        return Map.of("state.backend.type", type);
    }
}
