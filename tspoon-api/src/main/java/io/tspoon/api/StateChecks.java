/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;

/** Whether a state fits the stream that accesses it. */
final class StateChecks {
    private StateChecks() {}

    static void checkKeyType(String graph, StateSpec<?, ?> spec, TypeInformation<?> keyType) {
        if (!spec.keyType().equals(keyType)) {
            throw new InvalidGraphException(
                    "Cannot access state: the stream is keyed by another type, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", stateKeyType="
                            + spec.keyType()
                            + ", streamKeyType="
                            + keyType
                            + ". Key the stream by the key type of the state.");
        }
        if (!keyType.isKeyType() || !isHashedByValue(keyType)) {
            throw new InvalidGraphException(
                    "Cannot access state: its type cannot be a key, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", keyType="
                            + keyType
                            + ". Use a type whose hashCode depends on its value alone, the same in"
                            + " every process: String, Long, or a record of such; of an enum take"
                            + " the name.");
        }
    }

    /** Flink's rule for keys, and the components of records looked at, too. */
    private static boolean isHashedByValue(TypeInformation<?> type) {
        Class<?> typeClass = type.getTypeClass();
        if (typeClass.isArray() || typeClass.isEnum() || inheritsHashCode(typeClass)) {
            return false;
        }
        if (type instanceof CompositeType<?> composite
                && (typeClass.isRecord() || !(type instanceof PojoTypeInfo))) {
            for (int i = 0; i < composite.getArity(); i++) {
                if (!isHashedByValue(composite.getTypeAt(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean inheritsHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            return false; // an interface
        }
    }
}
