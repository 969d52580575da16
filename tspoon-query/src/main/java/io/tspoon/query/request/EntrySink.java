/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/** Receives the entries of an instance, one after the other. */
@Internal
public interface EntrySink {
    /** Takes all, and keeps nothing. */
    EntrySink NONE =
            new EntrySink() {
                @Override
                public boolean wants(JsonNode key) {
                    return true;
                }

                @Override
                public boolean putsInOrder() {
                    return false;
                }

                @Override
                public boolean take(Place place, JsonNode value) {
                    return true;
                }
            };

    /** Whether an entry with this key may matter. If not, its value is not read. */
    boolean wants(JsonNode key);

    /** Whether it needs the whole place of an entry, not only its key. */
    boolean putsInOrder();

    /** The place of an entry. */
    default Place place(JsonNode key, String bytes, JsonNode value) {
        return new Place(key, bytes);
    }

    /** Takes an entry, and returns whether the sink wants more. */
    boolean take(Place place, JsonNode value);
}
