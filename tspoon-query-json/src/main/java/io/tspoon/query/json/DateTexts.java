/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import org.jspecify.annotations.Nullable;

import java.sql.Date;
import java.sql.Time;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Texts of dates and times. The types of {@code java.sql} count milliseconds, so a day may have a
 * time and a time may have a day: such a one is written as the moment that it is.
 */
final class DateTexts {
    private static final long MS_PER_SECOND = 1_000;
    private static final int LEAST_DIGITS = 3;
    private static final int MOST_DIGITS = 9;

    /** As Jackson writes dates, but with as many digits as there are. */
    private static final DateTimeFormatter MOMENT =
            new DateTimeFormatterBuilder()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendPattern("'T'HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, LEAST_DIGITS, MOST_DIGITS, true)
                    .appendOffset("+HH:MM:ss", "+00:00")
                    .toFormatter(Locale.ROOT);

    private DateTexts() {}

    static String of(Instant instant, ZoneId zone) {
        return MOMENT.format(instant.atZone(zone));
    }

    /**
     * @param zone for those that are no day
     */
    static String ofDay(Date day, ZoneId zone) {
        LocalDate local = day.toLocalDate();
        return Date.valueOf(local).getTime() == day.getTime()
                ? local.toString()
                : of(Instant.ofEpochMilli(day.getTime()), zone);
    }

    /**
     * @param zone for those that are not of the first day of 1970
     */
    static String ofTime(Time time, ZoneId zone) {
        long ms = Math.floorMod(time.getTime(), MS_PER_SECOND);
        LocalTime local = time.toLocalTime().with(ChronoField.MILLI_OF_SECOND, ms);
        return msOf(local) == time.getTime()
                ? DateTimeFormatter.ISO_LOCAL_TIME.format(local)
                : of(Instant.ofEpochMilli(time.getTime()), zone);
    }

    /** The day of a text; null if it is none. */
    static @Nullable Date day(String text) {
        try {
            return Date.valueOf(LocalDate.parse(text));
        } catch (DateTimeException e) {
            Instant instant = instant(text);
            return instant == null ? null : new Date(instant.toEpochMilli());
        }
    }

    /** The time of a text; null if it is none. */
    static @Nullable Time time(String text) {
        try {
            return new Time(msOf(LocalTime.parse(text)));
        } catch (DateTimeException e) {
            Instant instant = instant(text);
            return instant == null ? null : new Time(instant.toEpochMilli());
        }
    }

    private static @Nullable Instant instant(String text) {
        try {
            return TimeFormat.instant(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Of the time on the first day of 1970, as {@link Time} has it. */
    private static long msOf(LocalTime time) {
        return Time.valueOf(time).getTime() + time.get(ChronoField.MILLI_OF_SECOND);
    }
}
