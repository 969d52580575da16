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

/**
 * Texts of dates and times. The types of {@code java.sql} count milliseconds, so a day may have a
 * time and a time may have a day: such a one is written as the moment that it is.
 */
final class DateTexts {
    private static final int LEAST_DIGITS = 3;
    private static final int MOST_DIGITS = 9;

    /** As Jackson writes dates, but with as many digits as there are. */
    private static final DateTimeFormatter MOMENT =
            new DateTimeFormatterBuilder()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendPattern("'T'HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, LEAST_DIGITS, MOST_DIGITS, true)
                    .appendOffset("+HH:MM:ss", "+00:00")
                    .toFormatter();

    private DateTexts() {}

    static String of(Instant instant, ZoneId zone) {
        return MOMENT.format(instant.atZone(zone));
    }

    /**
     * @param zone for those that are no day
     */
    static String ofDay(Date day, ZoneId zone) {
        Instant instant = Instant.ofEpochMilli(day.getTime());
        LocalDate local = LocalDate.ofInstant(instant, ZoneId.systemDefault());
        return Date.valueOf(local).getTime() == day.getTime()
                ? local.toString()
                : of(instant, zone);
    }

    /**
     * @param zone for those that are not of the first day of 1970
     */
    static String ofTime(Time time, ZoneId zone) {
        Instant instant = Instant.ofEpochMilli(time.getTime());
        LocalTime local = LocalTime.ofInstant(instant, ZoneId.systemDefault());
        return msOf(local) == time.getTime()
                ? DateTimeFormatter.ISO_LOCAL_TIME.format(local)
                : of(instant, zone);
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

    private static long msOf(LocalTime time) {
        return time.atDate(LocalDate.EPOCH)
                .atZone(ZoneId.systemDefault())
                .toInstant()
                .toEpochMilli();
    }
}
