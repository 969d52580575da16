/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.index.IndexStatus;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * An instance of a state.
 *
 * @param state name of the state
 * @param index index of the instance
 * @param schemas what its entries look like
 * @param rules what the job says of the state
 * @param keys number of its keys; {@link #UNCOUNTED} if that is not known
 * @param indexes how its indexes are
 */
@Internal
public record DescribedInstance(
        String state,
        int index,
        EntrySchemas schemas,
        StateRules rules,
        long keys,
        List<IndexStatus> indexes) {
    /** Not a number of keys. */
    public static final long UNCOUNTED = -1;

    /** An instance without indexes. */
    public DescribedInstance(
            String state, int index, EntrySchemas schemas, StateRules rules, long keys) {
        this(state, index, schemas, rules, keys, List.of());
    }
}
