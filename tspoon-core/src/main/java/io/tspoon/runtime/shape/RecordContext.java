/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;

/** Sets the record for the next access to {@link StoredValues}. */
@Internal
@FunctionalInterface
public interface RecordContext<K> {
    void set(K record);
}
