/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.query.request.Aggregate;
import io.tspoon.query.request.PartialTotals;

import org.apache.flink.annotation.Internal;

import java.util.Optional;

/**
 * Computes totals of one instance.
 *
 * @param source where the entries are
 * @param aggregate what to compute
 * @param maxBytes maximum size of the totals; if they are larger the answer is empty
 */
@Internal
public record AggregateRequest(PinnedInstance source, Aggregate aggregate, long maxBytes)
        implements PeerRequest<Optional<PartialTotals>> {
    @Override
    public String graph() {
        return source.graph();
    }
}
