/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Iterator;

/**
 * How long answers may be.
 *
 * @param maxBytes of the JSON when it is written, about
 */
record SizeLimit(long maxBytes) {
    /** A number, or the quotes and separators around anything. */
    private static final int OVERHEAD_BYTES = 8;

    boolean isExceededBy(long bytes) {
        return bytes > maxBytes;
    }

    /** Fails if an answer is too long. */
    void check(long bytes) {
        if (isExceededBy(bytes)) {
            throw new QueryException(
                    FailureReason.RESULT_TOO_LARGE,
                    "Cannot answer: the answer is too large, maxBytes=" + maxBytes + ".");
        }
    }

    /** About how many bytes this is when it is written. */
    static long sizeOf(JsonNode json) {
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
