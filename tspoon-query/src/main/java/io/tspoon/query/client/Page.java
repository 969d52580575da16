/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.util.List;
import java.util.Optional;

/**
 * A part of a scan. All pages of a scan come from one snapshot.
 *
 * @param entries in the order of the keys
 * @param next asks for the next page; empty on the last one. The server keeps the snapshot for some
 *     time only (60 s unless set otherwise), then it answers SNAPSHOT_TOO_OLD
 * @param <K> key type
 * @param <V> value type, or that of its projection
 */
public record Page<K, V>(List<Entry<K, V>> entries, Optional<Question<Page<K, V>>> next) {
    public Page {
        entries = List.copyOf(entries);
    }
}
