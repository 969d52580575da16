/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
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
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Classes of the JDK whose objects never change, and how they are written. The names are part of
 * snapshots.
 *
 * <table>
 * <caption>Bytes</caption>
 * <tr><td>{@code UUID}</td><td>two longs, the most significant one first</td></tr>
 * <tr><td>{@code Duration}</td><td>seconds (long), nanoseconds (int)</td></tr>
 * <tr><td>{@code Period}</td><td>years, months, days (ints)</td></tr>
 * <tr><td>times with offset</td><td>seconds of the day or since 1970 (long), nanoseconds (int),
 *     seconds of the offset (int); {@code ZonedDateTime} also the id of the zone</td></tr>
 * <tr><td>{@code Year}, {@code YearMonth}, {@code MonthDay}</td><td>ints</td></tr>
 * <tr><td>{@code OptionalInt} and the like</td><td>whether there is a number; the number</td></tr>
 * <tr><td>{@code URI}</td><td>text of any length, as by {@code StringValue}</td></tr>
 * <tr><td>all others</td><td>text, as by {@code writeUTF}</td></tr>
 * </table>
 */
enum JdkValue {
    UUID(UUID.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            UUID uuid = (UUID) value;
            out.writeLong(uuid.getMostSignificantBits());
            out.writeLong(uuid.getLeastSignificantBits());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return new UUID(in.readLong(), in.readLong());
        }
    },
    DURATION(Duration.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            Duration duration = (Duration) value;
            out.writeLong(duration.getSeconds());
            out.writeInt(duration.getNano());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return Duration.ofSeconds(in.readLong(), in.readInt());
        }
    },
    PERIOD(Period.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            Period period = (Period) value;
            out.writeInt(period.getYears());
            out.writeInt(period.getMonths());
            out.writeInt(period.getDays());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return Period.of(in.readInt(), in.readInt(), in.readInt());
        }
    },
    OFFSET_DATE_TIME(OffsetDateTime.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            OffsetDateTime time = (OffsetDateTime) value;
            writeLocal(time.toLocalDateTime(), out);
            out.writeInt(time.getOffset().getTotalSeconds());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return OffsetDateTime.of(readLocal(in), ZoneOffset.ofTotalSeconds(in.readInt()));
        }
    },
    OFFSET_TIME(OffsetTime.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            OffsetTime time = (OffsetTime) value;
            out.writeLong(time.toLocalTime().toSecondOfDay());
            out.writeInt(time.getNano());
            out.writeInt(time.getOffset().getTotalSeconds());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            LocalTime time = LocalTime.ofSecondOfDay(in.readLong()).withNano(in.readInt());
            return OffsetTime.of(time, ZoneOffset.ofTotalSeconds(in.readInt()));
        }
    },
    ZONED_DATE_TIME(ZonedDateTime.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            ZonedDateTime time = (ZonedDateTime) value;
            writeLocal(time.toLocalDateTime(), out);
            out.writeInt(time.getOffset().getTotalSeconds());
            out.writeUTF(time.getZone().getId());
        }

        /** The instant is kept even if the rules of the zone have changed. */
        @Override
        Object read(DataInputView in) throws IOException {
            LocalDateTime local = readLocal(in);
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(in.readInt());
            return ZonedDateTime.ofInstant(local, offset, ZoneId.of(in.readUTF()));
        }
    },
    ZONE_OFFSET(ZoneOffset.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            out.writeInt(((ZoneOffset) value).getTotalSeconds());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return ZoneOffset.ofTotalSeconds(in.readInt());
        }
    },
    ZONE_ID(ZoneId.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            out.writeUTF(((ZoneId) value).getId());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return ZoneId.of(in.readUTF());
        }
    },
    YEAR(Year.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            out.writeInt(((Year) value).getValue());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return Year.of(in.readInt());
        }
    },
    YEAR_MONTH(YearMonth.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            out.writeInt(((YearMonth) value).getYear());
            out.writeInt(((YearMonth) value).getMonthValue());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return YearMonth.of(in.readInt(), in.readInt());
        }
    },
    MONTH_DAY(MonthDay.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            out.writeInt(((MonthDay) value).getMonthValue());
            out.writeInt(((MonthDay) value).getDayOfMonth());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return MonthDay.of(in.readInt(), in.readInt());
        }
    },
    CURRENCY(Currency.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            out.writeUTF(((Currency) value).getCurrencyCode());
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return Currency.getInstance(in.readUTF());
        }
    },
    LOCALE(Locale.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            String tag = ((Locale) value).toLanguageTag();
            if (!Locale.forLanguageTag(tag).equals(value)) {
                throw new IllegalArgumentException(
                        "[TSP-1208] Cannot write locale: no language tag stands for it, locale="
                                + value
                                + ". Use Locale.forLanguageTag or Locale.Builder to make it.");
            }
            out.writeUTF(tag);
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return Locale.forLanguageTag(in.readUTF());
        }
    },
    URI(URI.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            StringValue.writeString(value.toString(), out);
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return java.net.URI.create(StringValue.readString(in));
        }
    },
    OPTIONAL_INT(OptionalInt.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            OptionalInt number = (OptionalInt) value;
            out.writeBoolean(number.isPresent());
            if (number.isPresent()) {
                out.writeInt(number.getAsInt());
            }
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return in.readBoolean() ? OptionalInt.of(in.readInt()) : OptionalInt.empty();
        }
    },
    OPTIONAL_LONG(OptionalLong.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            OptionalLong number = (OptionalLong) value;
            out.writeBoolean(number.isPresent());
            if (number.isPresent()) {
                out.writeLong(number.getAsLong());
            }
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
        }
    },
    OPTIONAL_DOUBLE(OptionalDouble.class) {
        @Override
        void write(Object value, DataOutputView out) throws IOException {
            OptionalDouble number = (OptionalDouble) value;
            out.writeBoolean(number.isPresent());
            if (number.isPresent()) {
                out.writeDouble(number.getAsDouble());
            }
        }

        @Override
        Object read(DataInputView in) throws IOException {
            return in.readBoolean() ? OptionalDouble.of(in.readDouble()) : OptionalDouble.empty();
        }
    };

    private final Class<?> type;

    JdkValue(Class<?> type) {
        this.type = type;
    }

    Class<?> type() {
        return type;
    }

    abstract void write(Object value, DataOutputView out) throws IOException;

    abstract Object read(DataInputView in) throws IOException;

    @SuppressWarnings("JavaLocalDateTimeGetNano") // the seconds are written before
    private static void writeLocal(LocalDateTime time, DataOutputView out) throws IOException {
        out.writeLong(time.toEpochSecond(ZoneOffset.UTC));
        out.writeInt(time.getNano());
    }

    private static LocalDateTime readLocal(DataInputView in) throws IOException {
        return LocalDateTime.ofEpochSecond(in.readLong(), in.readInt(), ZoneOffset.UTC);
    }
}
