/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/** Receives the entries of an instance, one after the other. */
@Internal
public interface EntrySink {
    /** Whether an entry with this key may matter. If not, its value is not read. */
    boolean wants(JsonNode key);

    /** Whether it needs the whole place of an entry, not only its key. */
    boolean putsInOrder();

    /** Takes an entry, and returns whether the sink wants more. */
    boolean take(Place place, JsonNode value);
}
