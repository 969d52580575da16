/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.InvalidTypesException;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.lang.reflect.Type;
import java.util.Map;

/**
 * Keeps Flink from extracting a type that holds keys and values of arbitrary states. Flink would
 * treat them as generic types and serialize them with Kryo. Only the t-graph knows their types; the
 * type of its results includes them.
 *
 * @param <T> a class whose type must not be extracted
 */
@PublicEvolving
public final class TypesOfGraph<T> extends TypeInfoFactory<T> {
    /** For Flink. */
    public TypesOfGraph() {}

    /**
     * Refuses to create a type.
     *
     * @throws InvalidTypesException always; the message tells the fix
     */
    @Override
    public TypeInformation<T> createTypeInfo(
            Type type, Map<String, TypeInformation<?>> genericParameters) {
        throw new InvalidTypesException(
                "[TSP-2702] Cannot find type information: only the t-graph knows the types of its"
                        + " keys and values, and Flink would use Kryo, type="
                        + type.getTypeName()
                        + ". Behind a function that gives on the results of a t-graph, call"
                        + " .returns(results.getType()); or map them to a type of your own.");
    }
}
