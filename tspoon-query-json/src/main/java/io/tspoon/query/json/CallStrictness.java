/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.BeanDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.CreatorProperty;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.module.SimpleModule;

import java.io.IOException;
import java.util.Iterator;

/**
 * What requests of calls must have beyond what a mapping demands of keys: primitive fields that are
 * set by setters, and numbers that fit. A missing amount must not become 0.
 */
final class CallStrictness extends SimpleModule {
    private static final long serialVersionUID = 1L;

    CallStrictness() {
        super("tspoon-calls");
        setDeserializerModifier(new WholeBeans());
        addDeserializer(Double.class, new Finite<>(Double.class));
        addDeserializer(double.class, new Finite<>(double.class));
        addDeserializer(Float.class, new Finite<>(Float.class));
        addDeserializer(float.class, new Finite<>(float.class));
    }

    private static final class WholeBeans extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config,
                BeanDescription description,
                JsonDeserializer<?> deserializer) {
            // Others have rules of their own, such as those of a customizer.
            return deserializer.getClass() == BeanDeserializer.class
                            && hasPrimitive((BeanDeserializer) deserializer)
                    ? new WholeBean(deserializer)
                    : deserializer;
        }

        private static boolean hasPrimitive(BeanDeserializer bean) {
            for (Iterator<SettableBeanProperty> all = bean.properties(); all.hasNext(); ) {
                if (mustBeThere(all.next())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The mapping itself asks for whatever a constructor takes. */
    private static boolean mustBeThere(SettableBeanProperty property) {
        return property.getType().isPrimitive()
                && !property.isIgnorable()
                && !(property instanceof CreatorProperty);
    }

    /** Refuses objects without a field that is primitive in Java. */
    private static final class WholeBean extends DelegatingDeserializer {
        private static final long serialVersionUID = 1L;

        WholeBean(JsonDeserializer<?> bean) {
            super(bean);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> bean) {
            return new WholeBean(bean);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context)
                throws IOException {
            if (!json.isExpectedStartObjectToken()) {
                return super.deserialize(json, context);
            }
            JsonNode tree = context.readTree(json);
            Iterator<SettableBeanProperty> properties =
                    ((BeanDeserializer) _delegatee).properties();
            while (properties.hasNext()) {
                SettableBeanProperty property = properties.next();
                if (mustBeThere(property) && !tree.has(property.getName())) {
                    MismatchedInputException missing =
                            MismatchedInputException.from(
                                    json, handledType(), JsonProblem.MISSING + " property");
                    missing.prependPath(handledType(), property.getName());
                    throw missing;
                }
            }
            try (JsonParser again = tree.traverse(json.getCodec())) {
                again.nextToken();
                return super.deserialize(again, context);
            }
        }
    }

    /** Refuses numbers that are finite in JSON, and not in Java. */
    private static final class Finite<T extends Number> extends StdScalarDeserializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient JsonDeserializer<?> numbers;

        Finite(Class<T> type) {
            super(type);
            numbers = NumberDeserializers.find(type, type.getName());
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            boolean isNumber =
                    json.hasToken(JsonToken.VALUE_NUMBER_FLOAT)
                            || json.hasToken(JsonToken.VALUE_NUMBER_INT);
            @SuppressWarnings("unchecked") // that of a primitive type gives its boxes
            T number = (T) numbers.deserialize(json, context);
            if (isNumber && number != null && !Double.isFinite(number.doubleValue())) {
                context.reportInputMismatch(this, "out of range");
            }
            return number;
        }

        @Override
        public T getNullValue(DeserializationContext context) throws JsonMappingException {
            @SuppressWarnings("unchecked")
            T number = (T) numbers.getNullValue(context);
            return number;
        }
    }
}
