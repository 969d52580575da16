/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.types.Either;
import org.apache.flink.types.Row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Time;
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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Makes the JSON schemas of types from what Jackson would write; an empty schema if that is not
 * known. A schema does not say that a part of a value may be null, nor that a number that is not
 * finite is written as text.
 */
final class JsonSchemas {
    private static final String TYPE = "type";
    private static final String FORMAT = "format";
    private static final Set<Class<?>> INTEGERS =
            Set.of(
                    byte.class,
                    Byte.class,
                    short.class,
                    Short.class,
                    int.class,
                    Integer.class,
                    long.class,
                    Long.class,
                    BigInteger.class);
    private static final Set<Class<?>> NUMBERS =
            Set.of(float.class, Float.class, double.class, Double.class, BigDecimal.class);
    private static final Set<Class<?>> BOOLEANS = Set.of(boolean.class, Boolean.class);
    private static final Map<Class<?>, String> FORMATS =
            Map.of(LocalDate.class, "date", java.sql.Date.class, "date", UUID.class, "uuid");

    /** A sample value of each time type. */
    private static final Map<Class<?>, Object> TIMES =
            Map.of(
                    Instant.class, Instant.EPOCH,
                    OffsetDateTime.class, Instant.EPOCH.atOffset(ZoneOffset.UTC),
                    ZonedDateTime.class, Instant.EPOCH.atZone(ZoneOffset.UTC),
                    Date.class, Date.from(Instant.EPOCH),
                    Timestamp.class, Timestamp.from(Instant.EPOCH),
                    LocalDateTime.class, LocalDateTime.of(1970, 1, 1, 0, 0),
                    LocalTime.class, LocalTime.MIDNIGHT,
                    Time.class, Time.valueOf(LocalTime.MIDNIGHT),
                    Duration.class, Duration.ZERO);

    private static final Set<Class<?>> TEXTS =
            Set.of(
                    String.class,
                    CharSequence.class,
                    char.class,
                    Character.class,
                    char[].class,
                    Period.class,
                    OffsetTime.class,
                    ZoneId.class,
                    ZoneOffset.class,
                    Year.class,
                    YearMonth.class,
                    MonthDay.class,
                    Currency.class,
                    Locale.class,
                    URI.class);

    private final ObjectMapper mapper;
    private final Set<JavaType> open = new HashSet<>();

    private JsonSchemas(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    static ObjectNode of(ObjectMapper mapper, JavaType type) {
        return new JsonSchemas(mapper).schema(type);
    }

    private ObjectNode schema(JavaType type) {
        ObjectNode schema = mapper.createObjectNode();
        // A recursive type has no finite schema unless its parts have names.
        if (!open.add(type)) {
            return schema;
        }
        fill(schema, type);
        open.remove(type);
        return schema;
    }

    private void fill(ObjectNode schema, JavaType type) {
        Class<?> raw = type.getRawClass();
        if (INTEGERS.contains(raw)) {
            schema.put(TYPE, "integer");
        } else if (NUMBERS.contains(raw)) {
            schema.put(TYPE, "number");
        } else if (BOOLEANS.contains(raw)) {
            schema.put(TYPE, "boolean");
        } else if (TEXTS.contains(raw)) {
            schema.put(TYPE, "string");
        } else if (FORMATS.containsKey(raw)) {
            schema.put(TYPE, "string").put(FORMAT, FORMATS.get(raw));
        } else if (TIMES.containsKey(raw)) {
            fillTime(schema, mapper.valueToTree(TIMES.get(raw)));
        } else if (raw == byte[].class) {
            schema.put(TYPE, "string").put("contentEncoding", "base64");
        } else if (type.isEnumType()) {
            ArrayNode names = schema.put(TYPE, "string").putArray("enum");
            for (Object constant : raw.getEnumConstants()) {
                names.add(mapper.<JsonNode>valueToTree(constant));
            }
        } else if (Tuple.class.isAssignableFrom(raw)) {
            ArrayNode items = schema.put(TYPE, "array").putArray("prefixItems");
            for (int i = 0; i < type.containedTypeCount(); i++) {
                items.add(schema(type.containedType(i)));
            }
            schema.put("items", false).put("minItems", type.containedTypeCount());
        } else if (Row.class == raw) {
            schema.putArray(TYPE).add("array").add("object");
        } else if (Either.class == raw) {
            ObjectNode sides = schema.put(TYPE, "object").putObject("properties");
            sides.set("left", schema(type.containedTypeOrUnknown(0)));
            sides.set("right", schema(type.containedTypeOrUnknown(1)));
        } else if (type.isReferenceType()) {
            // An absent value is written as null, which neither the type nor the enum would allow.
            schema.setAll(schema(type.getContentType()));
            schema.remove(List.of(TYPE, "enum"));
        } else if (type.isMapLikeType()) {
            schema.put(TYPE, "object").set("additionalProperties", schema(type.getContentType()));
        } else if (type.isCollectionLikeType() || type.isArrayType()) {
            schema.put(TYPE, "array").set("items", schema(type.getContentType()));
        } else if (!type.isAbstract() && !raw.getName().startsWith("java.")) {
            fillBean(schema, type);
        }
    }

    /** Derived from a sample, because a customizer may have changed how times are written. */
    private static void fillTime(ObjectNode schema, JsonNode written) {
        for (TimeFormat format : TimeFormat.values()) {
            if (written.isTextual() && format.fits(written.textValue())) {
                schema.put(TYPE, "string").put(FORMAT, format.format());
                return;
            }
        }
    }

    private void fillBean(ObjectNode schema, JavaType type) {
        ObjectNode properties = mapper.createObjectNode();
        SerializationConfig config = mapper.getSerializationConfig();
        AnnotationIntrospector annotations = config.getAnnotationIntrospector();
        for (BeanPropertyDefinition property : config.introspect(type).findProperties()) {
            if (property.couldSerialize()) {
                AnnotatedMember member = property.getAccessor();
                JsonFormat.Value format = annotations.findFormat(member);
                boolean special =
                        (format != null && !format.equals(JsonFormat.Value.empty()))
                                || annotations.findSerializer(member) != null;
                properties.set(
                        property.getName(),
                        special ? mapper.createObjectNode() : schema(member.getType()));
            }
        }
        if (!properties.isEmpty()) {
            schema.put(TYPE, "object").set("properties", properties);
        }
    }
}
