/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.std.DateDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.DateSerializer;
import com.fasterxml.jackson.databind.ser.std.SqlDateSerializer;
import com.fasterxml.jackson.databind.ser.std.SqlTimeSerializer;
import com.fasterxml.jackson.databind.util.StdDateFormat;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Date;

/**
 * Writes {@code Date} and the types of {@code java.sql} so that each value has a text of its own,
 * and reads it back. Jackson by itself cuts a {@code Timestamp} to milliseconds, and writes of a
 * {@code java.sql.Date} or {@code Time} only the day or the seconds. Formats that an annotation or
 * a customizer sets stay as they are.
 */
final class DatesModule extends SimpleModule {
    private static final long serialVersionUID = 1L;
    private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    DatesModule() {
        super("tspoon-dates");
        addSerializer(Date.class, new DateWriter());
        addSerializer(java.sql.Date.class, new DayWriter());
        addSerializer(Time.class, new TimeWriter());
        addDeserializer(Date.class, new DateReader());
        addDeserializer(Timestamp.class, new TimestampReader());
        addDeserializer(java.sql.Date.class, new DayReader());
        addDeserializer(Time.class, new TimeReader());
    }

    /** Also for timestamps. */
    private static final class DateWriter extends DateSerializer {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Date date, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            if (_asTimestamp(serializers) || !isStandard(serializers.getConfig())) {
                super.serialize(date, json, serializers);
            } else {
                ZoneId zone = serializers.getTimeZone().toZoneId();
                json.writeString(DateTexts.of(date.toInstant(), zone));
            }
        }
    }

    private static final class DayWriter extends SqlDateSerializer {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(java.sql.Date day, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            if (_asTimestamp(serializers)) {
                super.serialize(day, json, serializers);
            } else {
                json.writeString(DateTexts.ofDay(day, serializers.getTimeZone().toZoneId()));
            }
        }
    }

    private static final class TimeWriter extends SqlTimeSerializer {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(Time time, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            json.writeString(DateTexts.ofTime(time, serializers.getTimeZone().toZoneId()));
        }
    }

    private static final class DateReader extends DateDeserializers.DateDeserializer {
        private static final long serialVersionUID = 1L;

        @Override
        public Date deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            Instant instant = instant(json, context);
            return instant == null ? super.deserialize(json, context) : Date.from(instant);
        }
    }

    private static final class TimestampReader extends DateDeserializers.TimestampDeserializer {
        private static final long serialVersionUID = 1L;

        @Override
        public Timestamp deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            Instant instant = instant(json, context);
            return instant == null ? super.deserialize(json, context) : Timestamp.from(instant);
        }
    }

    private static final class DayReader extends DateDeserializers.SqlDateDeserializer {
        private static final long serialVersionUID = 1L;

        @Override
        public java.sql.Date deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            java.sql.Date day =
                    json.hasToken(JsonToken.VALUE_STRING) ? DateTexts.day(json.getText()) : null;
            return day == null ? super.deserialize(json, context) : day;
        }
    }

    /** Jackson has none. */
    private static final class TimeReader extends StdScalarDeserializer<Time> {
        private static final long serialVersionUID = 1L;

        TimeReader() {
            super(Time.class);
        }

        @Override
        public Time deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            Time time =
                    json.hasToken(JsonToken.VALUE_STRING) ? DateTexts.time(json.getText()) : null;
            return time == null ? (Time) context.handleUnexpectedToken(Time.class, json) : time;
        }
    }

    /** Whether no customizer has set a format for dates. */
    private static boolean isStandard(MapperConfig<?> config) {
        return StdDateFormat.instance.equals(config.getDateFormat());
    }

    /** The time of a text in the standard form; null for all others, which Jackson reads. */
    private static @Nullable Instant instant(JsonParser json, DeserializationContext context)
            throws IOException {
        if (json.hasToken(JsonToken.VALUE_STRING) && isStandard(context.getConfig())) {
            try {
                Instant instant = TimeFormat.instant(json.getText());
                return instant.isBefore(FIRST) || instant.isAfter(LAST) ? null : instant;
            } catch (DateTimeException e) {
                // Falls through.
            }
        }
        return null;
    }
}
