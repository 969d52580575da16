/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Half of a SHA-256, which tells the request of a call from any other. It is that of the JSON, not
 * of the request's bytes in the job, which may change with its class.
 *
 * @param high with {@code low} never both 0
 * @param low see {@code high}
 */
@Internal
public record CallDigest(long high, long low) {
    private static final int RADIX = 16;

    /** The digest of a request to a procedure. */
    public static CallDigest of(String procedure, JsonNode request) {
        ByteBuffer hash = sha256(procedure + '\0' + CanonicalJson.of(request));
        long high = hash.getLong();
        long low = hash.getLong();
        return new CallDigest(high, high == 0 && low == 0 ? 1 : low);
    }

    /** What stands for a text in a log that must not have the text: 16 hexadecimal digits. */
    public static String shown(String text) {
        String digits = Long.toUnsignedString(sha256(text).getLong(), RADIX);
        return "0".repeat(RADIX - digits.length()) + digits;
    }

    private static ByteBuffer sha256(String text) {
        try {
            return ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "[TSP-4506] Cannot make digest: Java has no SHA-256.", e);
        }
    }
}
