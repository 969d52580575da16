/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;

/**
 * Finds types of which Jackson would notice only when it reads a value that it cannot make one: an
 * interface of which it knows no class, or a class without a constructor for it.
 */
final class UnreadableType {
    private final Set<JsonDeserializer<?>> seen =
            Collections.newSetFromMap(new IdentityHashMap<>());

    private UnreadableType() {}

    /** Why values of the type cannot be read, in words; empty if they can. */
    static String why(ObjectMapper mapper, TypeInformation<?> type) {
        if (type instanceof RowTypeInfo row) {
            String why = "";
            for (int i = 0; i < row.getArity() && why.isEmpty(); i++) {
                why = why(mapper, row.getTypeAt(i));
            }
            return why;
        }
        JavaType javaType = FlinkJavaTypes.of(mapper.getTypeFactory(), type);
        try {
            return new UnreadableType().why(context(mapper).findRootValueDeserializer(javaType));
        } catch (JsonMappingException e) {
            return "Jackson says: " + e.getOriginalMessage();
        }
    }

    private static DefaultDeserializationContext context(ObjectMapper mapper) {
        return ((DefaultDeserializationContext) mapper.getDeserializationContext())
                .createDummyInstance(mapper.getDeserializationConfig());
    }

    private String why(@Nullable JsonDeserializer<?> deserializer) {
        if (deserializer == null || !seen.add(deserializer)) {
            return "";
        }
        JsonDeserializer<?> inner = deserializer.getDelegatee();
        if (inner != null) {
            return why(inner);
        }
        if (deserializer instanceof AbstractDeserializer) {
            return "nothing says of which class it is, class="
                    + deserializer.handledType().getName();
        }
        if (deserializer instanceof ContainerDeserializerBase<?> container) {
            return why(container.getContentDeserializer());
        }
        return deserializer instanceof BeanDeserializerBase bean ? why(bean) : "";
    }

    private String why(BeanDeserializerBase bean) {
        Class<?> type = bean.handledType();
        if (!bean.getValueInstantiator().canInstantiate() || Foreign.isProtobuf(type)) {
            return "it has no constructor for all of its fields, nor one without arguments, class="
                    + type.getName();
        }
        String why = "";
        for (Iterator<SettableBeanProperty> all = bean.properties();
                all.hasNext() && why.isEmpty(); ) {
            SettableBeanProperty property = all.next();
            // What names its class is made by the deserializer of that.
            TypeDeserializer named = property.getValueTypeDeserializer();
            why = named == null ? why(property.getValueDeserializer()) : "";
        }
        return why;
    }
}
