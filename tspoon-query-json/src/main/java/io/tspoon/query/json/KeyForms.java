/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.ser.BeanSerializer;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What is known of the JSON of a type without looking at values: whether it tells all values apart,
 * or leaves out fields that Flink keeps.
 */
final class KeyForms {
    /** Classes of which the standard mapping writes each value in another way. */
    private static final Set<Class<?>> ONE_TO_ONE =
            Set.of(
                    String.class,
                    Character.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    BigInteger.class,
                    BigDecimal.class,
                    Instant.class,
                    LocalDate.class,
                    LocalTime.class,
                    LocalDateTime.class,
                    Duration.class,
                    Date.class,
                    java.sql.Date.class,
                    Time.class,
                    Timestamp.class,
                    UUID.class);

    private final ObjectMapper mapper;
    private final Set<TypeInformation<?>> open = new HashSet<>();

    private KeyForms(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** Whether the standard mapping is certain to write no two values in the same way. */
    static boolean areOneToOne(TypeInformation<?> type) {
        if (type instanceof TupleTypeInfo<?> tuple) {
            for (int i = 0; i < tuple.getArity(); i++) {
                if (!areOneToOne(tuple.getTypeAt(i))) {
                    return false;
                }
            }
            return true;
        }
        return ONE_TO_ONE.contains(type.getTypeClass());
    }

    /** The name of a field that Flink keeps and Jackson does not write; empty if there is none. */
    static String lostField(ObjectMapper mapper, TypeInformation<?> type) {
        return new KeyForms(mapper).lostField(type);
    }

    private String lostField(TypeInformation<?> type) {
        String lost = "";
        if (!open.add(type)) {
            return lost;
        }
        if (type instanceof TupleTypeInfo<?> tuple) {
            for (int i = 0; i < tuple.getArity() && lost.isEmpty(); i++) {
                lost = lostField(tuple.getTypeAt(i));
            }
        } else if (type instanceof ListTypeInfo<?> list) {
            lost = lostField(list.getElementTypeInfo());
        } else if (type instanceof ObjectArrayTypeInfo<?, ?> array) {
            lost = lostField(array.getComponentInfo());
        } else if (type instanceof PojoTypeInfo<?> pojo) {
            lost = lostFieldOf(pojo);
        }
        open.remove(type);
        return lost;
    }

    private String lostFieldOf(PojoTypeInfo<?> pojo) {
        JavaType type = FlinkJavaTypes.of(mapper.getTypeFactory(), pojo);
        Set<String> written = writtenFields(type);
        String lost = "";
        String[] fields = pojo.getFieldNames();
        // A class with a serializer of its own may write its fields in any way.
        for (int i = 0; i < fields.length && lost.isEmpty() && !written.isEmpty(); i++) {
            lost = written.contains(fields[i]) ? lostField(pojo.getTypeAt(i)) : fields[i];
        }
        return lost;
    }

    /** The fields of a class, by their names in Java; empty if they are not written one by one. */
    private Set<String> writtenFields(JavaType type) {
        Set<String> written = new HashSet<>();
        try {
            JsonSerializer<?> serializer =
                    mapper.getSerializerProviderInstance().findValueSerializer(type);
            if (serializer.getClass() == BeanSerializer.class) {
                Map<String, String> names = namesInJava(type);
                for (Iterator<PropertyWriter> all = serializer.properties(); all.hasNext(); ) {
                    String name = all.next().getName();
                    written.add(names.getOrDefault(name, name));
                }
            }
        } catch (JsonMappingException e) {
            // Its values cannot be written at all; whoever tries learns why.
        }
        return written;
    }

    private Map<String, String> namesInJava(JavaType type) {
        SerializationConfig config = mapper.getSerializationConfig();
        Map<String, String> names = new HashMap<>();
        for (BeanPropertyDefinition property : config.introspect(type).findProperties()) {
            names.put(property.getName(), property.getInternalName());
        }
        return names;
    }
}
