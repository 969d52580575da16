/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import io.tspoon.api.types.ValueTypes;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.types.Either;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.types.RowUtils;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A value of each type that docs/types.md lists.
 *
 * @param name as the page has it
 * @param type as a t-graph derives it
 * @param value whose JSON the page has
 */
record TypeSamples<T>(String name, TypeInformation<T> type, T value) {
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 2, 3, 4, 5, 678_000_000);

    /** An enum of the program. */
    public enum Status {
        OPEN,
        CLOSED
    }

    /** A record of the program. */
    public record Account(String bank, Long number) {}

    /** A POJO of the program. */
    public static class Money {
        public String currency = "EUR";
        public long cents;

        @Override
        public boolean equals(Object other) {
            return other instanceof Money that
                    && currency.equals(that.currency)
                    && cents == that.cents;
        }

        @Override
        public int hashCode() {
            return currency.hashCode() + Long.hashCode(cents);
        }
    }

    static List<TypeSamples<?>> all() {
        Account account = new Account("b", 7L);
        return List.of(
                of("String", String.class, "a"),
                of("Boolean", Boolean.class, true),
                of("Byte", Byte.class, (byte) 1),
                of("Short", Short.class, (short) 1),
                of("Integer", Integer.class, 1),
                of("Long", Long.class, 1L),
                of("Float", Float.class, 0.1f),
                of("Double", Double.class, 0.1),
                of("Character", Character.class, 'a'),
                of("BigInteger", BigInteger.class, BigInteger.ONE),
                of("BigDecimal", BigDecimal.class, new BigDecimal("1.50")),
                of("Instant", Instant.class, TIME.toInstant(ZoneOffset.UTC)),
                of("LocalDate", LocalDate.class, TIME.toLocalDate()),
                of("LocalTime", LocalTime.class, TIME.toLocalTime()),
                of("LocalDateTime", LocalDateTime.class, TIME),
                of("OffsetDateTime", OffsetDateTime.class, TIME.atOffset(ZoneOffset.ofHours(1))),
                of(
                        "OffsetTime",
                        OffsetTime.class,
                        TIME.toLocalTime().atOffset(ZoneOffset.ofHours(1))),
                of("ZonedDateTime", ZonedDateTime.class, TIME.atZone(ZoneId.of("Europe/Paris"))),
                of("Duration", Duration.class, Duration.ofMillis(65_678)),
                of("Period", Period.class, Period.of(1, 2, 3)),
                of("Year", Year.class, Year.of(2026)),
                of("YearMonth", YearMonth.class, YearMonth.of(2026, 1)),
                of("MonthDay", MonthDay.class, MonthDay.of(1, 2)),
                of("ZoneId", ZoneId.class, ZoneId.of("Europe/Paris")),
                of("ZoneOffset", ZoneOffset.class, ZoneOffset.ofHours(1)),
                of("java.util.Date", Date.class, Date.from(Instant.EPOCH)),
                of("java.sql.Date", java.sql.Date.class, java.sql.Date.valueOf("2026-01-02")),
                of("java.sql.Time", java.sql.Time.class, java.sql.Time.valueOf("03:04:05")),
                of("java.sql.Timestamp", Timestamp.class, Timestamp.from(Instant.EPOCH)),
                of("UUID", UUID.class, new UUID(1, 2)),
                of("Currency", Currency.class, Currency.getInstance("EUR")),
                of("Locale", Locale.class, Locale.forLanguageTag("de-AT")),
                of("URI", URI.class, URI.create("https://example.org/a?b=c")),
                of("OptionalInt", OptionalInt.class, OptionalInt.of(1)),
                of("OptionalLong", OptionalLong.class, OptionalLong.of(1)),
                of("OptionalDouble", OptionalDouble.class, OptionalDouble.of(0.5)),
                of("Optional<String>", new TypeHint<Optional<String>>() {}, Optional.of("a")),
                of("an enum", Status.class, Status.OPEN),
                of("a record", Account.class, account),
                of("a POJO", Money.class, new Money()),
                of("Tuple2<Account, Long>", new TypeHint<>() {}, Tuple2.of(account, 1L)),
                of("Either<String, UUID>", new TypeHint<>() {}, Either.Right(new UUID(1, 2))),
                new TypeSamples<>(
                        "Row of Types.ROW(...)",
                        ValueTypes.of(Types.ROW(Types.STRING, Types.LONG)),
                        Row.of("a", 1L)),
                new TypeSamples<>(
                        "Row of Types.ROW_NAMED(...)",
                        ValueTypes.of(
                                Types.ROW_NAMED(
                                        new String[] {"name", "n"}, Types.STRING, Types.LONG)),
                        named()),
                of("byte[]", byte[].class, new byte[] {1, 2, 3}),
                of("char[]", char[].class, new char[] {'a', 'b'}),
                of("long[]", long[].class, new long[] {1, 2}),
                of("String[]", String[].class, new String[] {"a", "b"}),
                of("Account[]", Account[].class, new Account[] {account}));
    }

    /** As its serializer gives it back: with positions and names. */
    private static Row named() {
        LinkedHashMap<String, Integer> positions = new LinkedHashMap<>(Map.of("name", 0));
        positions.put("n", 1);
        return RowUtils.createRowWithNamedPositions(
                RowKind.INSERT, new Object[] {"a", 1L}, positions);
    }

    private static <T> TypeSamples<T> of(String name, Class<T> type, T value) {
        return new TypeSamples<>(name, ValueTypes.of(type), value);
    }

    private static <T> TypeSamples<T> of(String name, TypeHint<T> type, T value) {
        return new TypeSamples<>(name, ValueTypes.of(type), value);
    }
}
