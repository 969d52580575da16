/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import io.tspoon.flink.operator.OpaqueType;
import io.tspoon.runtime.plan.Entered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.ArrayList;
import java.util.List;

/**
 * Type of the elements that come by the entrances of one t-graph. The program adds entrances until
 * it closes the t-graph. Flink asks for the serializer when it turns the program into a job graph,
 * so what must hold by then is checked here.
 */
@Internal
public final class EnteredTypeInfo extends OpaqueType<Entered<Object>> {
    private static final long serialVersionUID = 1L;

    private final List<TypeInformation<?>> entrances = new ArrayList<>();
    private final transient Runnable check;

    /**
     * @param check throws if the t-graph must not run as it is
     */
    public EnteredTypeInfo(Runnable check) {
        this.check = check;
    }

    /** Adds the entrance whose number is the next one. */
    public void add(TypeInformation<?> elements) {
        entrances.add(elements);
    }

    @Override
    @SuppressWarnings("unchecked") // each is only given elements of its own entrance
    public TypeSerializer<Entered<Object>> createSerializer(SerializerConfig config) {
        if (check != null) {
            check.run();
        }
        List<TypeSerializer<Object>> serializers = new ArrayList<>();
        for (TypeInformation<?> elements : entrances) {
            serializers.add((TypeSerializer<Object>) elements.createSerializer(config));
        }
        return new EnteredSerializer(serializers);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<Entered<Object>> getTypeClass() {
        return (Class) Entered.class;
    }

    @Override
    public String toString() {
        return "Entered" + entrances;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EnteredTypeInfo that && entrances.equals(that.entrances);
    }

    @Override
    public int hashCode() {
        return entrances.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof EnteredTypeInfo;
    }
}
