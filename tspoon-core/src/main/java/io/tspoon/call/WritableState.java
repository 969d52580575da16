/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.types.Row;

import java.io.Serializable;

/**
 * A state whose values others may write.
 *
 * @param name of the state
 * @param keyType type of its keys
 * @param valueType type of its values
 */
@Internal
public record WritableState(String name, TypeInformation<?> keyType, TypeInformation<?> valueType)
        implements Serializable {
    /** Type of the rows that stand for its {@link KeyChange}s. */
    TypeInformation<Row> changeType() {
        return KeyChange.type(keyType, valueType);
    }
}
