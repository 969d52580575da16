/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Path and query of a request.
 *
 * @param path decoded parts of the path
 * @param parameters decoded parameters by name
 */
record Target(List<String> path, Map<String, String> parameters) {
    private static final int RADIX = 16;
    private static final char FIRST_BEYOND_ASCII = 0x80;

    static Target of(String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        if (!path.startsWith("/")) {
            throw invalid("its path does not begin with /");
        }
        List<String> parts = new ArrayList<>();
        for (String part : split(path.substring(1), '/')) {
            parts.add(decode(part, false));
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        if (mark >= 0 && mark + 1 < target.length()) {
            for (String pair : split(target.substring(mark + 1), '&')) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw invalid("a parameter is not name=value");
                }
                String name = decode(pair.substring(0, equals), true);
                if (parameters.put(name, decode(pair.substring(equals + 1), true)) != null) {
                    throw invalid("a parameter is there twice, name=" + name);
                }
            }
        }
        return new Target(parts, parameters);
    }

    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int begin = 0;
        for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, begin)) {
            parts.add(text.substring(begin, end));
            begin = end + 1;
        }
        parts.add(text.substring(begin));
        return parts;
    }

    /**
     * Undoes the percent encoding; in a query a plus sign means a space. Netty turns each byte of
     * the address into a character, even those that should have been encoded.
     */
    private static String decode(String text, boolean query) {
        return isPlain(text) ? text : decodeBytes(text, query);
    }

    /** Whether nothing is encoded, as in nearly all addresses. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%' || c == '+' || c >= FIRST_BEYOND_ASCII) {
                return false;
            }
        }
        return true;
    }

    private static String decodeBytes(String text, boolean query) {
        byte[] from = text.getBytes(StandardCharsets.ISO_8859_1);
        byte[] to = new byte[from.length];
        int length = 0;
        for (int i = 0; i < from.length; i++) {
            if (from[i] == '%') {
                int high = i + 2 <= from.length - 1 ? Character.digit(from[i + 1], RADIX) : -1;
                int low = i + 2 <= from.length - 1 ? Character.digit(from[i + 2], RADIX) : -1;
                if (high < 0 || low < 0) {
                    throw invalid("a percent sign is not followed by two hexadecimal digits");
                }
                to[length++] = (byte) (high * RADIX + low);
                i += 2;
            } else {
                to[length++] = query && from[i] == '+' ? (byte) ' ' : from[i];
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Arrays.copyOf(to, length)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw invalid("it is no UTF-8");
        }
    }

    private static QueryException invalid(String why) {
        return new QueryException(
                FailureReason.INVALID_REQUEST, "[TSP-4007] Cannot read address: " + why + ".");
    }
}
