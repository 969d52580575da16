/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.RowUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys of which a careless JSON form would make one: each is listed once whatever the size of
 * pages, and asked for it gives its own value; or the answer says why that cannot be.
 */
class AwkwardKeysTest {
    private static final String STATE = "/v1/graphs/bank/states/s";
    private static final Timestamp TIMESTAMP = Timestamp.valueOf("2026-02-28 10:11:12.123456789");

    private static final int MOST_PAGES = 20;

    private TestJob job;

    public enum Side {
        LEFT,
        RIGHT
    }

    public record Money(String currency, BigDecimal amount) {}

    public record Branch(String bank, Integer number, Side side, Timestamp since) {}

    /** A class as most users write it. */
    public static class Account {
        public String bank = "";
        private double number;

        public Account() {}

        Account(String bank, double number) {
            this.bank = bank;
            this.number = number;
        }

        public double getNumber() {
            return number;
        }

        public void setNumber(double number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Account that
                    && bank.equals(that.bank)
                    && Double.compare(number, that.number) == 0;
        }

        @Override
        public int hashCode() {
            return Objects.hash(bank, number);
        }
    }

    public record Renamed(@JsonProperty("n") long number, @JsonProperty("t") String text) {}

    /** Jackson leaves out a part that Flink keeps. */
    public record Ignoring(String id, @JsonIgnore int region) {}

    /** Its getter tells less than there is. */
    public static class Cut {
        private String id = "";

        public Cut() {}

        Cut(String id) {
            this.id = id;
        }

        public String getId() {
            return id.substring(0, 1);
        }

        public void setId(String id) {
            this.id = id;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Cut that && id.equals(that.id);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    /** Nobody can ask for it, but it can be listed. */
    public record WriteOnly(String id, int region) {
        @JsonValue
        List<String> form() {
            return List.of(id);
        }
    }

    @BeforeEach
    void start() throws Exception {
        job = TestJob.start(2, new Configuration());
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    private static <K> Arguments listed(TypeInformation<K> type, List<K> keys) {
        return Arguments.of(type, keys);
    }

    @SafeVarargs
    private static <K> Arguments keys(TypeInformation<K> type, K... keys) {
        List<K> all = new ArrayList<>();
        for (K key : keys) {
            all.add(key);
        }
        return listed(type, all);
    }

    private static Timestamp timestamp(int nanos) {
        Timestamp other = new Timestamp(TIMESTAMP.getTime());
        other.setNanos(nanos);
        return other;
    }

    static Stream<Arguments> oneToOne() {
        return Stream.of(
                keys(Types.STRING, "a", "A", "", "null", "\u00fc", "u\u0308", "e/f?g#h%20+i", "."),
                keys(Types.STRING, "\ud800", "\ud800a", "\udc00", "\ud83d\ude00", "\0", "?"),
                keys(
                        TypeInformation.of(ZonedDateTime.class),
                        ZonedDateTime.parse("2026-01-01T00:00:00+01:00[Europe/Rome]"),
                        ZonedDateTime.parse("2026-01-01T00:00:00+01:00[Europe/Berlin]"),
                        ZonedDateTime.parse("2026-01-01T00:00:00+01:00")),
                keys(Types.CHAR, 'a', '\u00df', '\ud800', '"'),
                keys(Types.LONG, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, 1L << 53),
                keys(Types.LONG, (1L << 53) + 1, (1L << 53) + 2),
                keys(Types.BIG_INT, BigInteger.TWO.pow(300), BigInteger.TWO.pow(300).negate()),
                listed(
                        Types.BIG_DEC,
                        Stream.of("1.0", "1.00", "1E+2", "100", "0E-9", "0", "-0.0")
                                .map(BigDecimal::new)
                                .toList()),
                keys(Types.DOUBLE, 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, 0.1, 5e-324),
                keys(Types.FLOAT, 0f, -0f, Float.NaN, 16_777_216f, 16_777_218f, 0.1f),
                keys(Types.BOOLEAN, true, false),
                listed(
                        Types.SQL_TIMESTAMP,
                        IntStream.of(123_456_789, 123_000_000, 123_999_000, 0, 1, 120_000_000)
                                .mapToObj(AwkwardKeysTest::timestamp)
                                .toList()),
                listed(
                        Types.SQL_TIMESTAMP,
                        Stream.of("0001-01-01 00:00:00", "1500-02-28 00:00:00.000001")
                                .map(Timestamp::valueOf)
                                .toList()),
                listed(
                        TypeInformation.of(Date.class),
                        LongStream.of(0, 1, -1, 1_700_000_000_123L, -62_135_596_800_001L, 1L << 50)
                                .mapToObj(Date::new)
                                .toList()),
                keys(
                        Types.SQL_DATE,
                        java.sql.Date.valueOf("2026-02-28"),
                        java.sql.Date.valueOf("2026-03-01"),
                        new java.sql.Date(java.sql.Date.valueOf("2026-02-28").getTime() + 1),
                        new java.sql.Date(java.sql.Date.valueOf("2026-02-28").getTime() + 2)),
                keys(
                        Types.SQL_TIME,
                        Time.valueOf("10:11:12"),
                        new Time(Time.valueOf("10:11:12").getTime() + 1),
                        new Time(Time.valueOf("10:11:12").getTime() + 86_400_000)),
                keys(
                        Types.INSTANT,
                        Instant.parse("2026-01-01T00:00:00.123456789Z"),
                        Instant.parse("2026-01-01T00:00:00.123456Z"),
                        Instant.parse("2026-01-01T00:00:00.123Z"),
                        Instant.MIN,
                        Instant.MAX),
                keys(Types.LOCAL_DATE, LocalDate.of(-1, 1, 1), LocalDate.of(12026, 1, 1)),
                keys(Types.LOCAL_TIME, LocalTime.MIDNIGHT, LocalTime.MAX, LocalTime.of(0, 0, 0, 1)),
                keys(
                        Types.LOCAL_DATE_TIME,
                        LocalDateTime.of(2026, 1, 2, 3, 4),
                        LocalDateTime.of(2026, 1, 2, 3, 4, 0, 1)),
                keys(TypeInformation.of(Duration.class), Duration.ZERO, Duration.ofNanos(1)),
                keys(TypeInformation.of(UUID.class), new UUID(1, 2), new UUID(1, 3)),
                keys(Types.ENUM(Side.class), Side.values()),
                keys(
                        Types.TUPLE(Types.STRING, Types.SQL_TIMESTAMP),
                        Tuple2.of("a", timestamp(1)),
                        Tuple2.of("a", timestamp(2))),
                keys(
                        Types.ROW_NAMED(new String[] {"a", "b"}, Types.STRING, Types.LONG),
                        Row.of("a", 1L),
                        Row.of("a", null),
                        Row.of(null, 1L)),
                keys(
                        TypeInformation.of(Money.class),
                        new Money("EUR", new BigDecimal("1.5")),
                        new Money("EUR", new BigDecimal("1.50"))),
                keys(
                        TypeInformation.of(Branch.class),
                        new Branch("b", 1, Side.LEFT, timestamp(1_000)),
                        new Branch("b", 1, Side.LEFT, timestamp(2_000)),
                        new Branch("b", null, Side.LEFT, timestamp(2_000)),
                        new Branch("b", 0, Side.RIGHT, timestamp(2_000))),
                keys(
                        TypeInformation.of(Account.class),
                        new Account("b", 0.0),
                        new Account("b", -0.0),
                        new Account("b", Double.NaN)),
                keys(
                        TypeInformation.of(Renamed.class),
                        new Renamed(1, "a"),
                        new Renamed(2, "a"),
                        new Renamed(2, "b")));
    }

    @ParameterizedTest
    @MethodSource("oneToOne")
    <K> void eachIsListedOnceAndGivesItsOwnValue(TypeInformation<K> type, List<K> keys)
            throws Exception {
        fill(type, keys);
        List<JsonNode> listed = new ArrayList<>();
        for (String order : List.of("asc", "desc")) {
            for (int limit = 1; limit <= 3; limit++) {
                listed = pages(limit, order);
                assertThat(values(listed))
                        .as("%s by %d: %s", order, limit, listed)
                        .containsExactlyInAnyOrderElementsOf(range(keys.size()));
            }
        }
        for (JsonNode entry : listed) {
            byte[] json = JsonMapping.standard().mapper().writeValueAsBytes(entry.path("key"));
            String key = new String(json, StandardCharsets.UTF_8);
            for (int server = 0; server < 2; server++) {
                Http http = new Http(job.address(server));
                Answer one = http.post("/v1/graphs/bank/query", query(key));
                assertThat(exact(one).path("results").path(0).path("entries").path(0))
                        .as("%s at %d", key, server)
                        .isEqualTo(entry);
                assertThat(http.get(STATE + "/value?key=" + encode(key)).json().path("value"))
                        .isEqualTo(entry.path("value"));
            }
            boolean simple = entry.path("key").isValueNode();
            String text = entry.path("key").asText();
            if (simple && !text.isEmpty() && StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                Answer one = new Http(job.address(0)).get(STATE + "/keys/" + encode(text));
                assertThat(one.json().path("value")).as(text).isEqualTo(entry.path("value"));
            }
        }
    }

    /** A reader that is lenient would take it for another key, and answer with that one's value. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "date | \"2023-11-14T22:13:20.123456Z\"",
                "date | \"2023-11-14T22:13:20.123Z \"",
                "date | \"2023-11-31T22:13:20.123Z\"",
                "double | 0.1000000000000000055",
                "double | 1e400",
                "float | 16777217",
                "day | \"2026-02-28T00:00:00.000001Z\"",
                "side | 0",
                "bytes | {\"id\":\"AQJ=\"}"
            })
    void aKeyThatDoesNotExistIsNotTakenForAnother(String state, String key) throws Exception {
        job.state("bank", "date", TypeInformation.of(Date.class), Types.LONG, 2)
                .put(new Date(1_700_000_000_123L), 1L, 1);
        job.state("bank", "double", Types.DOUBLE, Types.LONG, 2).put(0.1, 1L, 1);
        job.state("bank", "float", Types.FLOAT, Types.LONG, 2).put(16_777_216f, 1L, 1);
        job.state("bank", "day", Types.LOCAL_DATE, Types.LONG, 2)
                .put(LocalDate.of(2026, 2, 28), 1L, 1);
        job.state("bank", "side", Types.ENUM(Side.class), Types.LONG, 2).put(Side.LEFT, 1L, 1);
        job.state("bank", "bytes", TypeInformation.of(Bytes.class), Types.LONG, 2)
                .put(new Bytes(new byte[] {1, 2}), 1L, 1);
        for (int server = 0; server < 2; server++) {
            Answer answer =
                    new Http(job.address(server))
                            .get(
                                    "/v1/graphs/bank/states/%s/value?key=%s"
                                            .formatted(state, encode(key)));
            assertThat(answer.reason()).as(answer.json().toString()).isEqualTo("INVALID_KEY");
        }
    }

    public record Bytes(byte[] id) {}

    /** Times in other zones, numbers and names in other notations are still the same key. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "instant | \"2026-01-01T01:00:00.000+01:00\"",
                "number | 1E2",
                "number | 100.0",
                "id | \"00000000-0000-0001-0000-00000000000A\"",
                "id | \"00000000-0000-0001-0000-00000000000a\"",
                "money | {\"amount\":1.5,\"currency\":\"EUR\"}",
                "branch | {\"bank\":\"b\",\"side\":\"LEFT\"}",
                "row | [\"a\",1]"
            })
    void notationDoesNotMatter(String state, String key) throws Exception {
        job.state("bank", "instant", Types.INSTANT, Types.LONG, 2)
                .put(Instant.parse("2026-01-01T00:00:00Z"), 1L, 1);
        job.state("bank", "number", Types.DOUBLE, Types.LONG, 2).put(100.0, 1L, 1);
        job.state("bank", "id", TypeInformation.of(UUID.class), Types.LONG, 2)
                .put(new UUID(1, 10), 1L, 1);
        job.state("bank", "money", TypeInformation.of(Money.class), Types.LONG, 2)
                .put(new Money("EUR", new BigDecimal("1.5")), 1L, 1);
        job.state("bank", "branch", TypeInformation.of(Branch.class), Types.LONG, 2)
                .put(new Branch("b", null, Side.LEFT, null), 1L, 1);
        job.state("bank", "row", Types.ROW(Types.STRING, Types.LONG), Types.LONG, 2)
                .put(rowOf("a", 1L), 1L, 1);
        Answer answer =
                new Http(job.address(0))
                        .get(
                                "/v1/graphs/bank/states/%s/value?key=%s"
                                        .formatted(state, encode(key)));
        assertThat(answer.json().path("value").asLong()).as(answer.json().toString()).isOne();
    }

    /** As Flink's serializer makes it: of another hash code than one without names. */
    private static Row rowOf(Object... values) {
        LinkedHashMap<String, Integer> positions = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            positions.put("f" + i, i);
        }
        return RowUtils.createRowWithNamedPositions(RowKind.INSERT, values, positions);
    }

    /** All are there, in pages of any size, and nobody gets the value of another one. */
    @Test
    void keysThatShareTheirJsonAreListedAndCannotBeAskedFor() throws Exception {
        fill(
                TypeInformation.of(Ignoring.class),
                IntStream.range(0, 5).mapToObj(i -> new Ignoring("x", i)).toList());
        for (int limit = 1; limit <= 3; limit++) {
            for (String order : List.of("asc", "desc")) {
                assertThat(values(pages(limit, order)))
                        .containsExactlyInAnyOrderElementsOf(range(5));
            }
        }
        String key = "{\"id\":\"x\"}";
        for (int server = 0; server < 2; server++) {
            Http http = new Http(job.address(server));
            for (Answer answer :
                    List.of(
                            http.get(STATE + "/value?key=" + encode(key)),
                            http.post("/v1/graphs/bank/query", query(key)))) {
                assertThat(answer.reason()).isEqualTo("INVALID_KEY");
                assertThat(answer.json().path("detail").asText())
                        .contains("leaves out a field", "field=region", "scan", "JsonCustomizer");
            }
        }
    }

    @Test
    void keysThatNobodyCanAskForAreListed() throws Exception {
        fill(
                TypeInformation.of(WriteOnly.class),
                IntStream.range(0, 5).mapToObj(i -> new WriteOnly("x", i)).toList());
        for (int limit = 1; limit <= 3; limit++) {
            assertThat(values(pages(limit, "asc"))).containsExactlyInAnyOrderElementsOf(range(5));
        }
        Answer answer = new Http(job.address(0)).get(STATE + "/value?key=" + encode("[\"x\"]"));
        assertThat(answer.reason()).isEqualTo("INVALID_KEY");
    }

    static Stream<Arguments> readAsOthers() {
        return Stream.of(
                keys(TypeInformation.of(Cut.class), new Cut("x"), new Cut("xy")),
                keys(Types.ROW(Types.STRING), Row.ofKind(RowKind.DELETE, "a"), rowOf("a")));
    }

    @ParameterizedTest
    @MethodSource("readAsOthers")
    <K> void keysThatAreReadAsOthersAreNotGivenAway(TypeInformation<K> type, List<K> keys)
            throws Exception {
        fill(type, keys);
        for (int limit = 1; limit <= 3; limit++) {
            String body = "{'limit':" + limit + "}";
            Answer answer = new Http(job.address(0)).post(STATE + "/scan", body);
            for (int page = 1; answer.status() == 200 && page < keys.size(); page++) {
                String token = answer.json().path("nextPageToken").asText();
                answer =
                        new Http(job.address(page % 2))
                                .post(STATE + "/scan", "{'pageToken':'" + token + "'}");
            }
            assertThat(answer.reason()).as(answer.json().toString()).isEqualTo("INTERNAL");
            assertThat(answer.json().path("detail").asText())
                    .contains("Cannot write key: its JSON is read as another key, state=s, key=");
        }
    }

    private <K> void fill(TypeInformation<K> type, List<K> keys) {
        TestJob.State<K, Long> state = job.state("bank", "s", type, Types.LONG, 3);
        for (int i = 0; i < keys.size(); i++) {
            state.put(keys.get(i), (long) i, 1000 + i);
        }
    }

    /** All entries, of alternating servers. */
    private List<JsonNode> pages(int limit, String order) throws Exception {
        List<JsonNode> entries = new ArrayList<>();
        String body = "{'limit':%d,'order':'%s'}".formatted(limit, order);
        for (int asked = 0; !body.isEmpty(); asked++) {
            assertThat(asked).as("pages have an end").isLessThan(MOST_PAGES);
            Answer answer = new Http(job.address(asked % 2)).post(STATE + "/scan", body);
            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
            JsonNode page = exact(answer);
            page.path("entries").forEach(entries::add);
            assertThat(page.path("entries")).allSatisfy(entry -> assertThat(entry).hasSize(3));
            String next = answer.json().path("nextPageToken").asText();
            body = next.isEmpty() ? "" : "{'pageToken':'" + next + "'}";
        }
        return entries;
    }

    /** Numbers with all their digits. */
    private static JsonNode exact(Answer answer) throws Exception {
        return JsonMapping.standard().mapper().readTree(answer.response().body());
    }

    private static List<Long> values(List<JsonNode> entries) {
        return entries.stream().map(entry -> entry.path("value").asLong()).toList();
    }

    private static List<Long> range(int size) {
        return LongStream.range(0, size).boxed().toList();
    }

    private static String query(String key) {
        return "{'reads':[{'state':'s','keys':[" + key + "]}]}";
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
