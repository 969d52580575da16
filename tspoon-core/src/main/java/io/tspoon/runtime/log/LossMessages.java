/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogReader;
import io.tspoon.log.WriteAheadLog;

/** What a recovery reports if something is missing from a log, or if it is the wrong log. */
final class LossMessages {
    private static final String ADVICE_IF_FOREIGN =
            ". Start from the newest checkpoint or savepoint of that job (flink run"
                + " --fromSavepoint, or execution.state-recovery.path), or let Flink's high"
                + " availability start it again under its own id. If it never completed a"
                + " checkpoint, or what it logged does not matter, give the log another place, or"
                + " delete it";

    private static final String ADVICE_IF_OWN =
            ". It does not go on from what the job starts from now. If clocks of machines differ by"
                + " more than a minute, that may be why: set them right first. Else start from the"
                + " newest checkpoint or savepoint that was taken with it (flink run"
                + " --fromSavepoint, or execution.state-recovery.path); or, if what is in it does"
                + " not matter any more, give the log another place, or delete it";

    private static final String ADVICE_IF_OTHER_BRANCH =
            ". The job has taken one of this number at another time, after it was set back: give it"
                    + " the place of the log that was written with the restored one";

    private final WriteAheadLog log;
    private final String graph;
    private final Origin origin;

    LossMessages(WriteAheadLog log, String graph, Origin origin) {
        this.log = log;
        this.graph = graph;
        this.origin = origin;
    }

    /** The segment that was begun at the restored snapshot is missing. */
    String missing(int part) {
        return "[TSP-3200] Cannot recover from write-ahead log: no segment begins at the restored"
                + " checkpoint, graph="
                + graph
                + ", part="
                + part
                + ", checkpoint="
                + origin.snapshot().id()
                + ", job="
                + origin.snapshot().job()
                + ", log="
                + log;
    }

    /** The segment is missing, and the job has taken another snapshot of the same number. */
    String ofAnotherBranch(int part) {
        return missing(part) + ADVICE_IF_OTHER_BRANCH;
    }

    /**
     * @param oldest the oldest remaining segment that was begun at a later snapshot
     */
    String deleted(int part, Segment oldest) {
        return "[TSP-3201] Cannot recover from write-ahead log: segments that the restored"
                + " checkpoint needs were deleted, graph="
                + graph
                + ", part="
                + part
                + ", checkpoint="
                + origin.snapshot().id()
                + ", oldestCheckpoint="
                + oldest.snapshot().id();
    }

    String incomplete(int part, LogHistory.Loss loss) {
        Segment first = loss.first();
        return "[TSP-3202] Cannot recover all of write-ahead log: segments that the restored"
                + " checkpoint may need cannot be read or were deleted, graph="
                + graph
                + ", part="
                + part
                + ", checkpoint="
                + origin.snapshot().id()
                + ", lost behind="
                + (loss.after() == LogReader.BEGINNING ? "beginning" : loss.after())
                + ", skipped too="
                + loss.skipped()
                + ", repeated from="
                + (first == null
                        ? "nowhere"
                        : loss.from()
                                + " on ("
                                + first.beginning()
                                + " "
                                + first.snapshot().id()
                                + " of job "
                                + first.job()
                                + ")");
    }

    /** A job that begins without a log found one that it must not go on with. */
    String foreign(int part, Segment newest) {
        boolean isOwn = newest.job().equals(origin.job());
        return "[TSP-3203] Cannot begin write-ahead log: there is "
                + (isOwn ? "an older one of this job" : "one of another job")
                + ", graph="
                + graph
                + ", part="
                + part
                + ", job="
                + newest.job()
                + ", log="
                + log
                + (isOwn ? ADVICE_IF_OWN : ADVICE_IF_FOREIGN);
    }
}
