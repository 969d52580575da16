/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;

import java.io.IOException;

/**
 * What somebody makes of how accesses come to values.
 *
 * @param <R> what is made
 */
@Internal
public interface RecordWays<R> {
    /** Reads which states a reported access has written. */
    @FunctionalInterface
    interface WrittenReader {
        /**
         * Reads them. The values follow in the payload, ordered by place, each with the serializer
         * of its state, except those that were deleted.
         *
         * @param deleted whether the fragment says that the key was deleted
         * @return see {@link WrittenPlaces}
         */
        long read(DataInputDeserializer payload, boolean deleted) throws IOException;
    }

    /**
     * An access is to one record, and reports what that is to hold.
     *
     * @param written reads what of it was written
     */
    R perKey(WrittenReader written);

    /** An access is to a partition, and reports which of its records are to hold what. */
    R perPartition();
}
