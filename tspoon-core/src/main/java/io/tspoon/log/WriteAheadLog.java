/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Where the outcomes of a t-graph's transactions are written before anybody can see them.
 *
 * <p>A log has one part for each coordinator of the t-graph. A part is a sequence of segments, each
 * of them a header followed by records; a segment begins when its part is opened for writing and at
 * every checkpoint, so that a checkpoint needs whole segments only. Places in a part are opaque
 * positions that grow: where a segment begins.
 *
 * <p>Headers and records are bytes to the log; {@link LogHeader} and {@link LoggedTransaction} say
 * what is in them. Serializable, for it is a setting of the job and travels with it. One job only
 * may write to a log.
 */
public interface WriteAheadLog extends Serializable {

    /**
     * Checks what can be checked before the job is submitted.
     *
     * @throws IllegalArgumentException with the reason and the fix if the log cannot serve
     */
    void validate();

    /**
     * The parts that exist, as indices of coordinators, in ascending order.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that is another one
     */
    List<Integer> parts(String graph) throws IOException;

    /**
     * Opens a part for writing, after all that is there. No segment is begun: {@link
     * LogWriter#roll} does that.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that is another one
     * @param part index of the coordinator
     * @param failure hears, on a thread of the log, of what keeps the log from being written
     */
    LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException;

    /**
     * Opens a part for reading: the segments that begin at the position or after it.
     *
     * <p>Flushes that were cut off at the end of a segment were never acknowledged: they are left
     * out and counted, see {@link LogReader#tornBytes}.
     *
     * @param graph name of the t-graph, or the prefix of its uids if that is another one
     * @param part index of the coordinator, one of {@link #parts}
     * @param position where a segment begins, see {@link LogWriter#roll}; {@link
     *     LogReader#BEGINNING} for all that exist
     * @throws IOException if it is not known what there is
     * @throws LogCorruptedException on reading, if anything but the end of a segment is damaged, or
     *     if the position is no longer there
     */
    LogReader openReader(String graph, int part, long position) throws IOException;

    /**
     * Shuts out who has opened a part for writing, as {@link #openWriter} does, for one that is
     * read and not written any more.
     *
     * @param graph name of the t-graph
     * @param part index of a coordinator that does not exist any more
     * @return where the part ends: a position behind all segments, and not behind the first that a
     *     later run begins
     */
    long shut(String graph, int part) throws IOException;

    /**
     * Deletes the segments before a position of a part that is not written any more, and waits
     * until they are gone. May come late, from a process that was given up: what was begun at the
     * position or behind it stays, whoever writes the part by then.
     *
     * @param graph name of the t-graph
     * @param part index of a coordinator that does not exist any more
     * @param position see {@link #shut}
     * @throws IOException if some of them may still be there
     */
    void deleteBefore(String graph, int part, long position) throws IOException;
}
