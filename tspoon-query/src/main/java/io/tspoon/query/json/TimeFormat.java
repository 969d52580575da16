/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Texts that are times, by the {@code format} of their schema. They have an order of their own:
 * that of their characters is another one, as a fraction of a second has as many digits as it
 * needs, offsets differ, and so do units of durations.
 */
public enum TimeFormat {
    DATE_TIME("date-time", "2026-01-02T03:04:05.678Z", "dddd-dd-ddThd:dd:dd"),
    DATE_TIME_LOCAL("date-time-local", "2026-01-02T03:04:05.678", "dddd-dd-ddThd:dd:dd"),
    TIME_LOCAL("time-local", "03:04:05.678", "hd:dd:dd"),
    DURATION("duration", "PT1M5.678S", "");

    private static final String UTC = "Z";
    private static final String UTC_AS_OFFSET = "+00:00";

    private final String format;
    private final String example;

    /** The usual form up to the seconds: d is a digit, h the first one of an hour. */
    private final String pattern;

    TimeFormat(String format, String example, String pattern) {
        this.format = format;
        this.example = example;
        this.pattern = pattern;
    }

    /** What the schema says of texts; null if they are no times. */
    public static @Nullable TimeFormat of(JsonNode schema) {
        String format = schema.path("format").asText();
        if (format.isEmpty()) {
            return null;
        }
        for (TimeFormat one : values()) {
            if (one.format.equals(format)) {
                return one;
            }
        }
        return null;
    }

    /** As schemas name it. */
    public String format() {
        return format;
    }

    /** How such a text may look. */
    public String example() {
        return example;
    }

    /** Whether a text is such a time. */
    public boolean fits(String text) {
        return parse(text) != null;
    }

    /** By time, at last what is none, by its UTF-16 units. */
    public int compare(String a, String b) {
        int lengthA = plainLength(a);
        int lengthB = plainLength(b);
        if (lengthA > 0 && lengthB > 0) {
            return comparePlain(a, lengthA, b, lengthB);
        }
        Duration timeA = parse(a);
        Duration timeB = parse(b);
        if (timeA != null && timeB != null) {
            return timeA.compareTo(timeB);
        }
        return timeA == null && timeB == null ? a.compareTo(b) : timeA == null ? 1 : -1;
    }

    /** Time since the first one; null if the text is none. */
    private @Nullable Duration parse(String text) {
        try {
            return switch (this) {
                case DATE_TIME -> sinceEpoch(instant(text));
                case DATE_TIME_LOCAL ->
                        sinceEpoch(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
                case TIME_LOCAL -> Duration.ofNanos(LocalTime.parse(text).toNanoOfDay());
                case DURATION -> Duration.parse(text);
            };
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /**
     * Length of a text of the usual form, without what says that it is UTC; 0 for all others, which
     * take a parser.
     */
    private int plainLength(String text) {
        int seconds = pattern.length();
        int length = text.length();
        if (this == DATE_TIME) {
            length -=
                    text.endsWith(UTC)
                            ? UTC.length()
                            : text.endsWith(UTC_AS_OFFSET) ? UTC_AS_OFFSET.length() : length;
        }
        if (seconds == 0 || length < seconds) {
            return 0;
        }
        for (int i = 0; i < length; i++) {
            char wanted = i < seconds ? pattern.charAt(i) : i == seconds ? '.' : 'd';
            char is = text.charAt(i);
            boolean digit = is >= '0' && is <= '9';
            // Nor the end of a day as its hour 24.
            boolean fits =
                    switch (wanted) {
                        case 'd' -> digit;
                        case 'h' -> digit && (is < '2' || (is == '2' && text.charAt(i + 1) < '4'));
                        default -> is == wanted;
                    };
            if (!fits) {
                return 0;
            }
        }
        return length;
    }

    /** Digit by digit; those that one of them lacks at its end are zeros. */
    private static int comparePlain(String a, int lengthA, String b, int lengthB) {
        int common = Math.min(lengthA, lengthB);
        for (int i = 0; i < common; i++) {
            if (a.charAt(i) != b.charAt(i)) {
                return Character.compare(a.charAt(i), b.charAt(i));
            }
        }
        String longer = lengthA > lengthB ? a : b;
        for (int i = common; i < Math.max(lengthA, lengthB); i++) {
            if (longer.charAt(i) > '0') {
                return Integer.compare(lengthA, lengthB);
            }
        }
        return 0;
    }

    /** Also without seconds, or with the name of a zone. */
    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return DateTimeFormatter.ISO_DATE_TIME.parse(text, Instant::from);
        }
    }

    private static Duration sinceEpoch(Instant instant) {
        return Duration.ofSeconds(instant.getEpochSecond(), instant.getNano());
    }
}
