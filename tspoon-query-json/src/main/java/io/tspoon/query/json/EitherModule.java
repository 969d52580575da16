/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import org.apache.flink.types.Either;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Writes an {@code Either} as an object with one field, {@code left} or {@code right}. */
final class EitherModule extends SimpleModule {
    private static final long serialVersionUID = 1L;
    private static final String LEFT = "left";
    private static final String RIGHT = "right";

    EitherModule() {
        super("tspoon-either");
        addSerializer(new EitherSerializer());
        setDeserializers(new EitherDeserializers());
    }

    private static final class EitherSerializer extends StdSerializer<Either<?, ?>> {
        private static final long serialVersionUID = 1L;

        EitherSerializer() {
            super(Either.class, false);
        }

        @Override
        public void serialize(Either<?, ?> either, JsonGenerator json, SerializerProvider all)
                throws IOException {
            json.writeStartObject();
            all.defaultSerializeField(
                    either.isLeft() ? LEFT : RIGHT,
                    either.isLeft() ? either.left() : either.right(),
                    json);
            json.writeEndObject();
        }
    }

    private static final class EitherDeserializers extends SimpleDeserializers {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            return type.getRawClass() == Either.class ? new EitherDeserializer(type) : null;
        }
    }

    private static final class EitherDeserializer extends StdDeserializer<Either<?, ?>> {
        private static final long serialVersionUID = 1L;

        private final JavaType type;

        EitherDeserializer(JavaType type) {
            super(type);
            this.type = type;
        }

        @Override
        public Either<?, ?> deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            String side = json.isExpectedStartObjectToken() ? json.nextFieldName() : null;
            boolean left = LEFT.equals(side);
            if (!left && !RIGHT.equals(side)) {
                context.reportInputMismatch(this, "either %s or %s is needed", LEFT, RIGHT);
            }
            json.nextToken();
            Object value = context.readValue(json, type.containedTypeOrUnknown(left ? 0 : 1));
            if (json.nextToken() != JsonToken.END_OBJECT) {
                context.reportWrongTokenException(this, JsonToken.END_OBJECT, "one field only");
            }
            return left ? Either.Left(value) : Either.Right(value);
        }
    }
}
