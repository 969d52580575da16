/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file of a part: its number as 20 digits, and what it is.
 *
 * <p>Names are written with the digits 0 to 9. Where the locale has others, such as Egypt's,
 * earlier versions wrote those: such names are found and have the same meaning.
 *
 * @param number of a segment
 * @param isPlain whether the digits are 0 to 9
 */
record NumberedName(long number, boolean isPlain) {
    static final String SEGMENT = ".log";
    static final String DELETED = ".deleted";

    private static final Pattern NAME = Pattern.compile("(\\p{Nd}{20})(\\.log|\\.deleted)");

    static String of(long number, String suffix) {
        return String.format(Locale.ROOT, "%020d", number) + suffix;
    }

    /** Null if it is no such name. */
    static @Nullable NumberedName parse(String name, String suffix) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches() || !parts.group(2).equals(suffix)) {
            return null;
        }
        String digits = parts.group(1);
        int zero = digits.codePointAt(0) - Character.digit(digits.codePointAt(0), 10);
        boolean oneScript = digits.codePoints().allMatch(c -> c - Character.digit(c, 10) == zero);
        try {
            return oneScript ? new NumberedName(Long.parseLong(digits), zero == '0') : null;
        } catch (NumberFormatException e) {
            return null; // larger than any number of a segment, or digits of two characters
        }
    }

    /** Whether a name has other digits than 0 to 9. */
    static boolean isForeign(String name) {
        return !name.isEmpty() && name.charAt(0) > '9' && NAME.matcher(name).matches();
    }

    /**
     * A name with other digits as a path. It is in UTF-8, whatever encoding of names the process
     * has: no other one in use has these digits.
     */
    static Path foreign(String name) {
        try {
            URI uri = new URI("file", "", "/" + name, null);
            return Path.of(URI.create(uri.toASCIIString())).getFileName();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "[TSP-3022] Cannot use name of file: " + e.getMessage(), e);
        }
    }
}
