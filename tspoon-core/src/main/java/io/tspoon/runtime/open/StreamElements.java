/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.runtime.log.LoggedBatches;

import java.util.List;

/**
 * How the elements of streams become transactions: each by itself, or several together. Confined to
 * the mailbox thread.
 */
interface StreamElements<I> extends Entrance, LoggedBatches {
    /**
     * An element has come. Returns when it is admitted, or need not wait for room; feedback is
     * processed meanwhile.
     *
     * @param time its Flink timestamp, or {@link ElementTimes#NONE}
     */
    void enter(I element, long time) throws Exception;

    /** A watermark has come. Returns when what it ends is admitted. */
    void reached(long watermark) throws Exception;

    /** What was logged before is recovered: goes on with what a snapshot holds. */
    void recovered() throws Exception;

    /**
     * A snapshot is taken. Nothing is in flight.
     *
     * @param stopsJob whether nothing is to become a transaction after it
     */
    void snapshot(long checkpoint, boolean stopsJob);

    /** How many elements wait for others. */
    int waiting();

    /**
     * Writes what waits for other elements into the state of a snapshot.
     *
     * @return names of the entrances by which something that waits has come
     */
    List<String> write() throws Exception;

    /** A checkpoint was not completed. */
    void aborted(long checkpoint);

    /** The input ends. Returns when everything is admitted. */
    void end() throws Exception;
}
