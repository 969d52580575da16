/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.Serializers;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * Writes values of Avro. Classes that were generated from a schema are beans, but for what they say
 * about their schema; other records are objects with the fields of their schema. Texts are texts of
 * whatever class, fixed bytes are Base64.
 *
 * <p>Needs no Avro: its classes are in the job, and perhaps in another class loader.
 */
final class AvroModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    AvroModule() {
        super("tspoon-avro");
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.insertAnnotationIntrospector(new WithoutDescription());
        context.addSerializers(new AvroSerializers());
    }

    /** The schema of a class is no part of its values. */
    private static final class WithoutDescription extends NopAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean hasIgnoreMarker(AnnotatedMember member) {
            return Foreign.isAvroDescription(member.getRawType())
                    && Foreign.isAvroClass(member.getDeclaringClass());
        }
    }

    private static final class AvroSerializers extends Serializers.Base {
        @Override
        public @Nullable JsonSerializer<?> findSerializer(
                SerializationConfig config, JavaType type, BeanDescription description) {
            Class<?> raw = type.getRawClass();
            if (Foreign.isAvroRecord(raw)) {
                return new RecordSerializer();
            }
            if (Foreign.isAvroFixed(raw)) {
                return new FixedSerializer();
            }
            boolean isText = CharSequence.class.isAssignableFrom(raw) && raw != String.class;
            return isText || Foreign.isAvroSymbol(raw) ? ToStringSerializer.instance : null;
        }
    }

    private static final class RecordSerializer extends StdSerializer<Object> {
        private static final long serialVersionUID = 1L;

        RecordSerializer() {
            super(Object.class);
        }

        @Override
        public void serialize(Object record, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            json.writeStartObject();
            List<?> fields = (List<?>) call(call(record, "getSchema"), "getFields");
            for (int i = 0; i < fields.size(); i++) {
                serializers.defaultSerializeField(
                        (String) call(fields.get(i), "name"), get(record, i), json);
            }
            json.writeEndObject();
        }
    }

    private static final class FixedSerializer extends StdSerializer<Object> {
        private static final long serialVersionUID = 1L;

        FixedSerializer() {
            super(Object.class);
        }

        @Override
        public void serialize(Object fixed, JsonGenerator json, SerializerProvider serializers)
                throws IOException {
            byte[] bytes = (byte[]) call(fixed, "bytes");
            json.writeString(serializers.getConfig().getBase64Variant().encode(bytes));
        }
    }

    /** Calls a method of Avro without arguments. */
    private static Object call(Object of, String method) throws IOException {
        try {
            return open(of.getClass()).getMethod(method).invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IOException(
                    "[TSP-4308] Cannot write value of Avro: class=" + of.getClass(), e);
        }
    }

    private static @Nullable Object get(Object record, int field) throws IOException {
        try {
            Class<?> type = open(record.getClass());
            return type.getMethod("get", int.class).invoke(record, field);
        } catch (ReflectiveOperationException e) {
            throw new IOException(
                    "[TSP-4308] Cannot write value of Avro: class=" + record.getClass(), e);
        }
    }

    /** The nearest public class, whose methods may be called. */
    private static Class<?> open(Class<?> type) {
        Class<?> open = type;
        while (!Modifier.isPublic(open.getModifiers())) {
            open = open.getSuperclass();
        }
        return open;
    }
}
