/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Lists entries of one instance.
 *
 * @param source where they are
 * @param scan which entries
 * @param after begins after this place; null for all entries
 * @param before ends before this place; null for no end
 * @param maxBytes maximum size of the entries; the answer says where the rest begins
 */
@Internal
public record ScanRequest(
        PinnedInstance source,
        Scan scan,
        @Nullable Place after,
        @Nullable Place before,
        long maxBytes)
        implements PeerRequest<EntryPage> {
    @Override
    public String graph() {
        return source.graph();
    }
}
