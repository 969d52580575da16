/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.Scans;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Times, as keys and in filters, here and at another server: their texts have another order. */
class TimeOrderTest {
    private static final Instant TEN = Instant.parse("2026-01-02T10:00:00Z");

    private static final List<Instant> INSTANTS =
            List.of(
                    Instant.MIN,
                    Instant.parse("-0001-01-01T00:00:00Z"),
                    TEN.minusNanos(1),
                    TEN,
                    TEN.plusMillis(1),
                    TEN.plusNanos(1_500_000),
                    TEN.plusMillis(999),
                    TEN.plusSeconds(1),
                    Instant.parse("+10000-01-01T00:00:00Z"),
                    Instant.MAX);

    private TestJob job;

    /** Parts are in the order of the first one. */
    public record Reading(
            Instant at,
            OffsetDateTime seen,
            Date noted,
            LocalTime open,
            Duration took,
            Optional<Instant> end,
            List<Instant> all,
            @JsonFormat(pattern = "HH.mm", timezone = "UTC") Instant shown) {}

    @BeforeEach
    void start() throws Exception {
        job = TestJob.start(2, new Configuration());
        TestJob.State<Instant, Long> instants =
                job.state("bank", "instants", Types.INSTANT, Types.LONG, 3);
        TestJob.State<Tuple2<String, Instant>, Long> pairs =
                job.state("bank", "pairs", Types.TUPLE(Types.STRING, Types.INSTANT), Types.LONG, 3);
        TestJob.State<OffsetDateTime, Long> offsets =
                job.state(
                        "bank", "offsets", TypeInformation.of(OffsetDateTime.class), Types.LONG, 3);
        for (int i = 0; i < INSTANTS.size(); i++) {
            // Five of each instant, which are equal but for their offsets.
            OffsetDateTime key = TEN.plusMillis(i / 5).atOffset(ZoneOffset.ofHours(i % 5));
            offsets.put(key, (long) i, 500 + i);
            instants.put(INSTANTS.get(i), (long) i, 1000 + i);
            pairs.put(Tuple2.of("a", INSTANTS.get(i)), (long) i, 2000 + i);
        }
        TestJob.State<String, Reading> readings =
                job.state("bank", "readings", Types.STRING, TypeInformation.of(Reading.class), 4);
        for (int ms = 0; ms <= 1000; ms += 100) {
            readings.put("k" + ms, reading(TEN.plusMillis(ms)), 3000 + ms);
        }
    }

    private static Reading reading(Instant at) {
        int tenth = (int) (at.toEpochMilli() / 100 % 10);
        OffsetDateTime seen = at.atOffset(ZoneOffset.ofHours(tenth % 3 - 1));
        return new Reading(
                at,
                seen,
                Date.from(at),
                at.atOffset(ZoneOffset.UTC).toLocalTime(),
                Duration.between(TEN, at).multipliedBy(100),
                tenth % 2 == 0 ? Optional.of(at) : Optional.empty(),
                List.of(at, at.plusSeconds(60)),
                at);
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @ParameterizedTest
    @CsvSource({
        "instants,asc,1",
        "instants,desc,2",
        "instants,asc,3",
        "instants,desc,20",
        "pairs,asc,2",
        "pairs,desc,3",
        "offsets,asc,1",
        "offsets,desc,3"
    })
    void pagesAreInTheOrderOfTime(String state, String order, int limit) throws Exception {
        List<Long> expected =
                new ArrayList<>(LongStream.range(0, INSTANTS.size()).boxed().toList());
        if (order.equals("desc")) {
            Collections.reverse(expected);
        }
        assertThat(Scans.values(job, state, order, limit)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "instants | 'from':'2026-01-02T10:00:00Z','to':'2026-01-02T11:00:01+01:00' | 4",
                "instants | 'from':'2026-01-02T10:00Z' | 7",
                "instants | 'to':'2026-01-02T10:00:00.000Z' | 3",
                "instants | 'prefix':'2026-01-02T10' | 5",
                "pairs | 'from':['a','2026-01-02T10:00:00Z'],'to':['a','2026-01-02T10:00:01Z'] | 4",
                "pairs | 'prefix':['a','2026-01-02T12:00:00.000+02:00'] | 1"
            })
    void rangesGoByTime(String state, String range, int expected) throws Exception {
        entries(state, "{'keys':{" + range + "}}", expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/key | 'ge','value':'k1' | 10",
                "/value/at | 'ge','value':'2026-01-02T10:00:00Z' | 11",
                "/value/at | 'lt','value':'2026-01-02T10:00:01Z' | 10",
                "/value/at | 'gt','value':'2026-01-02T11:00:00.3+01:00' | 7",
                "/value/at | 'eq','value':'2026-01-02T10:00:00.500000Z' | 1",
                "/value/at | 'ne','value':'2026-01-02T10:00:00.500000Z' | 10",
                "/value/at | 'ne','value':null | 11",
                "/value/at | 'prefix','value':'2026-01-02T10:00:00.' | 9",
                "/value/at | 'in','value':['2026-01-02T10:00:00.000Z','2026-01-02T10:00:01Z'] | 2",
                "/value/seen | 'le','value':'2026-01-02T10:00:00.2Z' | 3",
                "/value/noted | 'le','value':'2026-01-02T10:00:00Z' | 1",
                "/value/open | 'le','value':'10:00' | 1",
                "/value/took | 'ge','value':'PT20S' | 9",
                "/value/end | 'ge','value':'2026-01-02T10:00:00Z' | 6",
                "/value/all/1 | 'lt','value':'2026-01-02T10:01:00.1Z' | 1",
                "/value/all | 'contains','value':'2026-01-02T10:00:00.0Z' | 1",
                "/value/shown | 'ge','value':'10.00' | 11"
            })
    void filtersGoByTime(String field, String condition, int expected) throws Exception {
        entries(
                "readings",
                "{'filter':{'field':'" + field + "','op':" + condition + "}}",
                expected);
    }

    private void entries(String state, String scan, int expected) throws Exception {
        for (int server = 0; server < 2; server++) {
            JsonNode page =
                    new Http(job.address(server))
                            .post("/v1/graphs/bank/states/" + state + "/scan", scan)
                            .json();
            assertThat(page.path("entries")).as(page.toString()).hasSize(expected);
        }
    }

    /** Over instances here and elsewhere. */
    @Test
    void extremesAreThoseOfTime() throws Exception {
        for (int server = 0; server < 2; server++) {
            JsonNode values =
                    new Http(job.address(server))
                            .post(
                                    "/v1/graphs/bank/states/readings/aggregate",
                                    "{'filter':{'field':'/value/at','op':'lt','value':"
                                            + "'2026-01-02T10:00:01Z'},'compute':{"
                                            + "'a':{'min':'/value/at'},'b':{'max':'/value/at'},"
                                            + "'c':{'min':'/value/took'},"
                                            + "'d':{'max':'/value/took'},"
                                            + "'n':{'count':'/value/end'}}}")
                            .json()
                            .path("values");
            assertThat(values.toString())
                    .isEqualTo(
                            "{\"a\":\"2026-01-02T10:00:00Z\",\"b\":\"2026-01-02T10:00:00.900Z\","
                                    + "\"c\":\"PT0S\",\"d\":\"PT1M30S\",\"n\":5}");
        }
    }

    /** Its text would be compared with those of times, and the answer be wrong without a word. */
    @Test
    void constantThatIsNoTimeIsRefused() throws Exception {
        List<String> scans =
                Stream.of("'2026-01-02'", "'2026-01-02T10:00:00'", "'today'", "5", "true")
                        .flatMap(
                                constant ->
                                        Stream.of(
                                                filter("'ge','value':" + constant),
                                                filter("'in','value':[" + constant + "]"),
                                                "instants {'keys':{'from':" + constant + "}}",
                                                "instants {'keys':{'to':" + constant + "}}",
                                                "pairs {'keys':{'prefix':['a'," + constant + "]}}"))
                        .toList();
        for (String scan : scans) {
            int space = scan.indexOf(' ');
            for (int server = 0; server < 2; server++) {
                Answer answer =
                        new Http(job.address(server))
                                .post(
                                        "/v1/graphs/bank/states/"
                                                + scan.substring(0, space)
                                                + "/scan",
                                        scan.substring(space + 1));
                assertThat(answer.status()).as(scan).isEqualTo(400);
                assertThat(answer.reason()).isEqualTo("INVALID_REQUEST");
                assertThat(answer.json().path("detail").asText())
                        .contains("a constant is no date-time like 2026-01-02T03:04:05.678Z");
            }
        }
    }

    private static String filter(String condition) {
        return "readings {'filter':{'not':{'field':'/value/at','op':" + condition + "}}}";
    }
}
