/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import org.apache.flink.annotation.Internal;

import java.util.Iterator;
import java.util.Map;

/**
 * The maximum size of an answer, or what is left of it after other parts.
 *
 * @param bytes how many bytes of JSON may still be written
 * @param maxBytes maximum size of the whole answer
 */
@Internal
public record SizeLimit(long bytes, long maxBytes) {
    private static final int QUOTES = 2;
    private static final int QUOTES_AND_COLON = 3;
    private static final int EMPTY_BRACKETS = 2;
    private static final int AROUND_KEY_AND_VALUE =
            "{\"key\":,\"found\":true,\"value\":},".length();

    public SizeLimit(long maxBytes) {
        this(maxBytes, maxBytes);
    }

    /** The limit of a part of an answer, which its receiver may bound further. */
    public static SizeLimit within(long maxBytes, long asked) {
        return new SizeLimit(Math.max(0, Math.min(asked, maxBytes)), maxBytes);
    }

    public boolean isExceededBy(long length) {
        return length > bytes;
    }

    /** Fails if an answer is too large. */
    public void check(long length) {
        if (isExceededBy(length)) {
            throw exceeded();
        }
    }

    /** The failure of an answer that is too large. */
    public QueryException exceeded() {
        return new QueryException(
                FailureReason.RESULT_TOO_LARGE,
                "[TSP-4201] Cannot answer: the answer is too large, maxBytes="
                        + maxBytes
                        + " ("
                        + QueryOptions.MAX_RESULT_SIZE.key()
                        + ").");
    }

    /** What is left after an answer; fails if the answer is too large. */
    public SizeLimit less(long length) {
        check(length);
        return new SizeLimit(bytes - length, maxBytes);
    }

    /** The share of each of several answers, so that all together are not too large. */
    public SizeLimit share(int answers) {
        return new SizeLimit(bytes / answers, maxBytes);
    }

    /**
     * The size of the JSON in bytes. If texts are not plain ASCII this is less than the real size,
     * never more, so that nothing is refused that fits.
     */
    public static long sizeOf(JsonNode json) {
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

    /** The size of an object with these fields. */
    public static long sizeOf(Map<String, JsonNode> fields) {
        long size = 1;
        for (Map.Entry<String, JsonNode> field : fields.entrySet()) {
            size += 1 + QUOTES_AND_COLON + field.getKey().length() + sizeOf(field.getValue());
        }
        return Math.max(EMPTY_BRACKETS, size);
    }

    /** Counts digits without making a text of each number: an answer may have thousands of them. */
    private static long lengthOf(long number) {
        long length = number < 0 ? 2 : 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            length++;
        }
        return length;
    }

    /** The size of an entry in an answer. */
    public static long sizeOfEntry(JsonNode key, JsonNode value) {
        return AROUND_KEY_AND_VALUE + sizeOf(key) + sizeOf(value);
    }
}
