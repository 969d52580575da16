/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Iterator;

/** Adds up about how long JSON is when it is written, and stops where it is too long. */
final class SizeLimit {
    /** A number, or the quotes and separators around anything. */
    private static final int OVERHEAD_BYTES = 8;

    private final long maxBytes;
    private long bytes;

    SizeLimit(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    void add(JsonNode json) {
        bytes += sizeOf(json);
        if (bytes > maxBytes) {
            throw new QueryException(
                    FailureReason.RESULT_TOO_LARGE,
                    "Cannot answer: the answer is too large, maxBytes=" + maxBytes + ".");
        }
    }

    private static long sizeOf(JsonNode json) {
        if (json.isTextual()) {
            return OVERHEAD_BYTES + (long) json.textValue().length();
        }
        long size = OVERHEAD_BYTES;
        if (json.isContainerNode()) {
            for (JsonNode child : json) {
                size += sizeOf(child);
            }
            for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
                size += OVERHEAD_BYTES + names.next().length();
            }
        }
        return size;
    }
}
