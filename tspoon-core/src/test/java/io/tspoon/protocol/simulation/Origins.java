/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Knows, without asking the code under test, from whose versions it derives what a participant
 * works on: the timestamps of the other attempts that wrote them.
 */
final class Origins {
    /** Of what attempts have written here. */
    private final Map<Value, Set<Long>> ofWritten = new HashMap<>();

    /** Of what the function does for an access. */
    Set<Long> of(FragmentAccess access, @Nullable Value read) {
        Set<Long> origins = new HashSet<>(access.fragment().origins());
        if (read == null) {
            if (access.isDependent()) {
                origins.add(access.sourceTimestamp()); // it has deleted the key
            }
        } else if (read.writer() == access.timestamp()) {
            origins.addAll(ofWritten.getOrDefault(read, Set.of()));
        } else {
            origins.add(read.writer());
        }
        return origins;
    }

    void written(@Nullable Value value, Set<Long> origins) {
        if (value != null && !origins.isEmpty()) {
            ofWritten.put(value, origins);
        }
    }
}
