/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * The records of a partition, as an access to it sees them.
 *
 * @param <R> what the owner of the records finds one by
 */
@Internal
public interface PartitionRecords<R> {
    R find(RecordKey record);

    /** The value as the attempt sees it; null if there is none. */
    @Nullable Object read(R record);

    /** Whether the attempt itself has written it. */
    boolean isOwn(R record);

    /** Sets the attempt's tentative value; null deletes it. */
    void write(R record, @Nullable Object value);
}
