/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;

import java.util.Iterator;

/**
 * How long an answer may be, or what others have left of that.
 *
 * @param bytes of the JSON when it is written, that may still come
 * @param maxBytes of the whole answer
 */
record SizeLimit(long bytes, long maxBytes) {
    private static final int QUOTES = 2;
    private static final int QUOTES_AND_COLON = 3;
    private static final int EMPTY_BRACKETS = 2;
    private static final int AROUND_KEY_AND_VALUE =
            "{\"key\":,\"found\":true,\"value\":},".length();

    SizeLimit(long maxBytes) {
        this(maxBytes, maxBytes);
    }

    boolean isExceededBy(long length) {
        return length > bytes;
    }

    /** Fails if an answer is too long. */
    void check(long length) {
        if (isExceededBy(length)) {
            throw exceeded();
        }
    }

    /** The failure of an answer that is too long. */
    QueryException exceeded() {
        return new QueryException(
                FailureReason.RESULT_TOO_LARGE,
                "Cannot answer: the answer is too large, maxBytes="
                        + maxBytes
                        + " ("
                        + QueryOptions.MAX_RESULT_SIZE.key()
                        + ").");
    }

    /** What an answer leaves; fails if it is too long. */
    SizeLimit less(long length) {
        check(length);
        return new SizeLimit(bytes - length, maxBytes);
    }

    /** What each of several answers may have, so that they are not too long together. */
    SizeLimit share(int answers) {
        return new SizeLimit(bytes / answers, maxBytes);
    }

    /**
     * How many bytes this is when it is written; more if texts are not plain ASCII, never less:
     * what fits is not refused.
     */
    static long sizeOf(JsonNode json) {
        if (json.isContainerNode()) {
            long size = 1;
            for (JsonNode child : json) {
                size += 1 + sizeOf(child);
            }
            for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
                size += QUOTES_AND_COLON + names.next().length();
            }
            return Math.max(EMPTY_BRACKETS, size);
        }
        if (json.isTextual()) {
            return QUOTES + (long) json.textValue().length();
        }
        if (json instanceof BinaryNode binary) {
            return QUOTES + (binary.binaryValue().length + 2L) / 3 * 4;
        }
        if (json.isIntegralNumber() && json.canConvertToLong()) {
            return lengthOf(json.longValue());
        }
        return json.asText().length();
    }

    /** Without a text for each number: an answer may have thousands. */
    private static long lengthOf(long number) {
        long length = number < 0 ? 2 : 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    /** How many bytes an entry is in an answer. */
    static long sizeOfEntry(JsonNode key, JsonNode value) {
        return AROUND_KEY_AND_VALUE + sizeOf(key) + sizeOf(value);
    }
}
