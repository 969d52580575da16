/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.request.EntrySink;

import com.fasterxml.jackson.databind.JsonNode;

/** Gives a sink entries that were read, and takes note of their sizes. One thread at a time. */
final class EntryFeed<K> {
    private final LocalInstance<K, ?> instance;
    private final EntrySink sink;
    private boolean wantsMore = true;
    private int taken;
    private int found;
    private long bytes;

    EntryFeed(LocalInstance<K, ?> instance, EntrySink sink) {
        this.instance = instance;
        this.sink = sink;
    }

    /** Whether the sink wants more. */
    boolean wantsMore() {
        return wantsMore;
    }

    /** The number of entries that were looked at. */
    int taken() {
        return taken;
    }

    /** Gives the sink an entry, unless it has no value. */
    void take(LocalInstance.Answer<K, ?> answer, int i, JsonNode key) {
        taken++;
        if (!answer.found(i)) {
            return;
        }
        JsonNode value = answer.value(i);
        found++;
        bytes += SizeLimit.sizeOf(value);
        String place = sink.putsInOrder() ? instance.keys().bytes(answer.keys().get(i)) : "";
        answer.compare(i, key, value);
        wantsMore = sink.take(sink.place(key, place, value), value);
    }

    /** No more come for now. */
    void end() {
        instance.valueSizes().note(found, bytes);
    }
}
