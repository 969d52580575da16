/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.Comparator;

/**
 * A key that is often accessed.
 *
 * @param state name of the state, of several states of a key that of the first
 * @param instance index of the instance that has the key
 * @param key JSON of the key
 * @param share of the accesses that were sampled last at this instance, 1 for all of them
 */
@Internal
public record HottestKey(String state, int instance, JsonNode key, double share) {
    public static final Comparator<HottestKey> HOTTEST_FIRST =
            Comparator.comparingDouble(HottestKey::share)
                    .reversed()
                    .thenComparing(HottestKey::state)
                    .thenComparing(HottestKey::instance);
}
