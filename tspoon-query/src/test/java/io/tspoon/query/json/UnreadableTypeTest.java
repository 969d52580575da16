/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import io.tspoon.api.types.ValueTypes;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Which types cannot be read from their JSON is found without a value. */
class UnreadableTypeTest {
    private static final JsonMapping MAPPING = JsonMapping.standard();

    public record Part(String name, BigDecimal price) {}

    public record Whole(
            List<Part> parts, Map<String, Part> byName, Optional<Instant> at, Whole[] more) {}

    /** With setters. */
    public static class Bean {
        public long amount;
        private Part part = new Part("", BigDecimal.ZERO);

        public Part getPart() {
            return part;
        }

        public void setPart(Part part) {
            this.part = part;
        }
    }

    /** Jackson does not know which class to make. */
    public interface Shape {
        String name();
    }

    public record Drawing(List<Shape> shapes) {}

    /** It knows by a field. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Dot.class))
    public interface Named {}

    public record Dot(int x) implements Named {}

    public record Picture(Named dot) {}

    /** Jackson does not know how to make it. */
    public static class Closed {
        private final long amount;

        public Closed(long amount, String other) {
            this.amount = amount + other.length();
        }

        public long getAmount() {
            return amount;
        }
    }

    public record Holder(Map<String, Closed> closed) {}

    /** Flink keeps what Jackson leaves out. */
    public static class Lossy {
        public long amount;
        @JsonIgnore public long hidden;
    }

    static Stream<TypeInformation<?>> readable() {
        return Stream.of(
                Types.STRING,
                Types.LONG,
                ValueTypes.of(UUID.class),
                ValueTypes.of(Whole.class),
                ValueTypes.of(Bean.class),
                ValueTypes.of(Picture.class),
                Types.TUPLE(Types.STRING, ValueTypes.of(Part.class)),
                Types.ROW(Types.STRING, ValueTypes.of(Part.class)),
                Types.MAP(Types.STRING, ValueTypes.of(Part.class)));
    }

    @ParameterizedTest
    @MethodSource
    void readable(TypeInformation<?> type) {
        assertThat(MAPPING.unreadable(type)).isEmpty();
    }

    @Test
    void unreadable() {
        assertThat(MAPPING.unreadable(TypeInformation.of(Drawing.class)))
                .isEqualTo("nothing says of which class it is, class=" + Shape.class.getName());
        for (TypeInformation<?> type :
                List.of(
                        TypeInformation.of(Holder.class),
                        TypeInformation.of(Closed.class),
                        Types.ROW(Types.STRING, TypeInformation.of(Closed.class)),
                        Types.LIST(TypeInformation.of(Closed.class)))) {
            assertThat(MAPPING.unreadable(type))
                    .as("%s", type)
                    .startsWith("it has no constructor for all of its fields")
                    .endsWith("class=" + Closed.class.getName());
        }
        assertThat(MAPPING.unreadable(TypeInformation.of(Lossy.class)))
                .isEqualTo("its JSON leaves out a field, field=hidden");
    }
}
