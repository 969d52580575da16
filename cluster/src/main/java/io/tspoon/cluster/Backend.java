/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import java.util.Map;

/** Where keyed state is kept. */
enum Backend {
    HEAP("hashmap"),
    ROCKSDB("rocksdb");

    private final String type;

    Backend(String type) {
        this.type = type;
    }

    /** Options of a job. */
    Map<String, String> options() {
        return Map.of("state.backend.type", type);
    }
}
