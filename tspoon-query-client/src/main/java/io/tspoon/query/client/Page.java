/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;
import java.util.Optional;

/**
 * One page of a scan. All pages of a scan come from one snapshot.
 *
 * @param entries entries in the order of their keys
 * @param next asks for the next page; empty on the last one. The server keeps the snapshot for a
 *     limited time, 60 s by default, and then answers {@link QueryFailureReason#SNAPSHOT_TOO_OLD}
 * @param <K> key type
 * @param <V> value type, or that of its projection
 */
@PublicEvolving
public record Page<K, V>(List<Entry<K, V>> entries, Optional<Question<Page<K, V>>> next) {
    public Page {
        entries = List.copyOf(entries);
    }
}
