/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.lang.reflect.Type;
import java.util.Map;

/**
 * Lets Flink derive a record, or a part of a record or POJO, as {@link ValueTypes} does, wherever
 * it occurs in a job:
 *
 * <pre>{@code
 * @TypeInfo(ValueTypeFactory.class)
 * public record Order(UUID id, LocalDate due, Optional<String> note) {}
 *
 * public class Account {
 *     @TypeInfo(ValueTypeFactory.class)
 *     public SortedMap<String, Long> limits;
 * }
 * }</pre>
 */
@PublicEvolving
public final class ValueTypeFactory extends TypeInfoFactory<Object> {
    /** For Flink. */
    public ValueTypeFactory() {}

    /**
     * Derives a type.
     *
     * @throws InvalidTypesException if it is the type of a class that is no record and that tspoon
     *     has no serializer for
     */
    @Override
    @SuppressWarnings("unchecked")
    public TypeInformation<Object> createTypeInfo(
            Type type, Map<String, TypeInformation<?>> genericParameters) {
        TypeInformation<?> derived = new Derivation().deriveAnnotated(type);
        if (derived == null) {
            throw new InvalidTypesException(
                    "[TSP-1205] Cannot derive type: ValueTypeFactory is for records, and for parts"
                            + " whose type parameters are known, type="
                            + type.getTypeName()
                            + ". Annotate the parts of a POJO, or pass"
                            + " ValueTypes.of(...) where the type is asked for.");
        }
        return (TypeInformation<Object>) derived;
    }
}
