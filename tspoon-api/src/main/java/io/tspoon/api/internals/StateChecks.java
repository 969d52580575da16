/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.internals;

import io.tspoon.api.StateSpec;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;

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
        if (!keyType.isKeyType() || keyType.getTypeClass().isArray()) {
            throw new InvalidGraphException(
                    "Cannot access state: its type cannot be a key, graph="
                            + graph
                            + ", state="
                            + spec.name()
                            + ", keyType="
                            + keyType
                            + ". Use a type with value-based equals and hashCode, such as String,"
                            + " Long or a record.");
        }
    }
}
