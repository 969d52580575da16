/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.PublicEvolving;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * The write-ahead log of t-graphs: outcomes of transactions are written to it before anybody can
 * see them.
 *
 * <p>A t-graph has one part in the log for each of its coordinators. A part is a sequence of
 * segments; a segment is a header followed by records. A new segment begins whenever the part is
 * opened for writing and at every checkpoint, so a checkpoint needs whole segments only. A position
 * denotes the start of a segment in its part. Positions are opaque numbers that ascend.
 *
 * <p>To the log, headers and records are plain bytes; {@link LogHeader} and {@link
 * LoggedTransaction} define their content. Serializable, because the log is a setting that travels
 * with the job. Only one job may write to a log.
 */
@PublicEvolving
public interface WriteAheadLog extends Serializable {

    /**
     * Returns the most bytes that the outcome of one transaction may have, with {@link
     * LogRecords#RESERVE_BYTES} to spare. A larger transaction is aborted.
     */
    default int maxTransactionBytes() {
        return FlushFrame.MAX_BODY_BYTES - LogRecords.LARGE_BYTES - LogRecords.RESERVE_BYTES;
    }

    /**
     * Checks what can be checked before the job is submitted.
     *
     * @throws IllegalArgumentException with the reason and the fix if the log cannot be used
     */
    void validate();

    /**
     * Returns the existing parts.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that differs
     * @return indices of coordinators in ascending order
     */
    List<Integer> parts(String graph) throws IOException;

    /**
     * Opens a part for writing after its existing content. Does not begin a segment; {@link
     * LogWriter#roll} does.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that differs
     * @param part index of the coordinator
     * @param failure is told, on a thread of the log, when the log can no longer be written
     */
    LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException;

    /**
     * Opens a part for reading, from the segment at a position on.
     *
     * <p>Flushes that were cut off at the end of a segment were never acknowledged. They are
     * skipped and counted, see {@link LogReader#tornBytes}.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that differs
     * @param part index of the coordinator, one of {@link #parts}
     * @param position start of a segment, as {@link LogWriter#roll} returned it; {@link
     *     LogReader#BEGINNING} for all existing segments
     * @throws IOException if the existing segments cannot be determined
     * @throws LogCorruptedException on reading, if anything but the end of a segment is damaged, or
     *     if the position no longer exists
     */
    LogReader openReader(String graph, int part, long position) throws IOException;

    /**
     * Shuts out an earlier writer of a part, as {@link #openWriter} does. For a part that is still
     * read but no longer written.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that differs
     * @param part index of a coordinator that no longer exists
     * @return the end of the part: a position after all segments, but not after the first one that
     *     a later run begins
     */
    long shut(String graph, int part) throws IOException;

    /**
     * Deletes the segments before a position of a part that is no longer written, and waits until
     * they are gone. This call may come late, from a process that was given up: segments at the
     * position or after it are kept, even if another run writes the part by then.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that differs
     * @param part index of a coordinator that no longer exists
     * @param position the end of what is deleted, see {@link #shut}
     * @throws IOException if some of the segments may still exist
     */
    void deleteBefore(String graph, int part, long position) throws IOException;
}
