/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Asks an index of an instance for keys and their values.
 *
 * @param index its name
 * @param ranges in their order, none of which meets another
 * @param descending whether the keys come from the last to the first
 * @param after where an earlier answer has ended; null to begin
 * @param most the number of keys from which on the answer ends
 */
@Internal
public record IndexQuery(
        String index,
        List<IndexRange> ranges,
        boolean descending,
        @Nullable IndexPosition after,
        int most) {
    /** Asks for more. */
    public IndexQuery after(IndexPosition position) {
        return new IndexQuery(index, ranges, descending, position, most);
    }
}
