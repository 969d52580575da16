/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

class TimeFormatTest {
    private static final int TIMES = 200;

    @ParameterizedTest
    @CsvSource({
        "DATE_TIME,2026-01-02T10:00:00Z,2026-01-02T10:00:00.001Z,-1",
        "DATE_TIME,2026-01-02T10:00:00.999999999Z,2026-01-02T10:00:01Z,-1",
        "DATE_TIME,2026-01-02T10:00:00.5Z,2026-01-02T10:00:00.500000Z,0",
        "DATE_TIME,2026-01-02T10:00:00.000+00:00,2026-01-02T10:00:00Z,0",
        "DATE_TIME,2026-01-02T10:00:00+01:00,2026-01-02T09:30:00Z,-1",
        "DATE_TIME,2026-01-02T10:00:00+01:00[Europe/Rome],2026-01-02T09:00:00Z,0",
        "DATE_TIME,2026-01-02T10:00Z,2026-01-02T10:00:00Z,0",
        "DATE_TIME,2026-01-02T24:00:00Z,2026-01-03T00:00:00Z,0",
        "DATE_TIME,+10000-01-01T00:00:00Z,9999-12-31T23:59:59Z,1",
        "DATE_TIME,-1000000000-01-01T00:00:00Z,+1000000000-12-31T23:59:59.999999999Z,-1",
        "DATE_TIME,2026-01-02T10:00:00Z,2026-01-02,-1",
        "DATE_TIME,tomorrow,today,1",
        "DATE_TIME_LOCAL,2026-01-02T10:00,2026-01-02T10:00:00,0",
        "DATE_TIME_LOCAL,2026-01-02T10:00:00.5,2026-01-02T10:00,1",
        "TIME_LOCAL,10:00,10:00:00.5,-1",
        "TIME_LOCAL,10:00:00.50,10:00:00.5,0",
        "DURATION,PT10S,PT9S,1",
        "DURATION,PT1M,PT60S,0",
        "DURATION,PT-1S,PT0S,-1"
    })
    void timesHaveTheirOwnOrder(TimeFormat format, String a, String b, int order) {
        assertThat(Integer.signum(format.compare(a, b))).isEqualTo(order);
        assertThat(Integer.signum(format.compare(b, a))).isEqualTo(-order);
    }

    /** However each of them is written. */
    @Test
    void orderIsThatOfTheTimes() {
        SplittableRandom random = new SplittableRandom(1);
        List<Instant> times = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            int nanos = random.nextInt(1000) * (int) Math.pow(10, random.nextInt(7));
            times.add(Instant.ofEpochSecond(random.nextInt(3), nanos));
        }
        for (Instant a : times) {
            for (Instant b : times) {
                ZoneOffset offset = ZoneOffset.ofHours(random.nextInt(3));
                String text = a.atOffset(offset).toString();
                assertThat(Integer.signum(TimeFormat.DATE_TIME.compare(text, b.toString())))
                        .as("%s and %s", text, b)
                        .isEqualTo(Integer.signum(a.compareTo(b)));
                LocalDateTime localA = LocalDateTime.ofInstant(a, ZoneOffset.UTC);
                LocalDateTime localB = LocalDateTime.ofInstant(b, ZoneOffset.UTC);
                assertThat(
                                Integer.signum(
                                        TimeFormat.DATE_TIME_LOCAL.compare(
                                                localA.toString(), localB.toString())))
                        .isEqualTo(Integer.signum(localA.compareTo(localB)));
            }
        }
    }

    @Test
    void examplesFitTheirOwnFormatOnly() {
        for (TimeFormat one : TimeFormat.values()) {
            for (TimeFormat other : TimeFormat.values()) {
                assertThat(one.fits(other.example())).isEqualTo(one == other);
            }
        }
    }
}
