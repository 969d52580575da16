/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State backends that take a job down when something is asked of them that they cannot do. Flink
 * asks nothing before: its tasks fail at that snapshot. They are known by the names of their
 * classes, which need not be there.
 */
@Internal
public final class KeyedBackends {
    private static final Logger LOG = LoggerFactory.getLogger(KeyedBackends.class);
    private static final String FORST = "org.apache.flink.state.forst.";
    private static final String CHANGELOG = "org.apache.flink.state.changelog.";

    private KeyedBackends() {}

    /**
     * Looks at the backend of an operator, and says in Flink's log what to avoid on it.
     *
     * @param operator with keyed state, before it processes anything
     * @return why the job must not go on, with the fix; null if it may
     */
    public static @Nullable String refusal(AbstractStreamOperator<?> operator, String graph) {
        Object backend = operator.getKeyedStateBackend();
        if (backend == null) {
            return null;
        }
        String name = backend.getClass().getName();
        if (takesNativeSavepointsOnly(name)
                && operator.getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
            LOG.warn(
                    "[TSP-2008] Request savepoints with --type native: on the state backend ForSt,"
                            + " Flink fails the job when one is requested in the default format,"
                            + " graph={}",
                    graph);
        }
        return name.startsWith(CHANGELOG)
                ? refusalOfChangelog(
                        operator.getContainingTask().getEnvironment().getJobConfiguration(), graph)
                : null;
    }

    static boolean takesNativeSavepointsOnly(String backend) {
        return backend.startsWith(FORST);
    }

    /**
     * Why a job whose state has a changelog must not start. After a start from a snapshot that
     * stays its owner's, the first checkpoint has to be a full one, which a changelog cannot take.
     * So no checkpoint would ever be complete, and after each failure the job would begin at that
     * snapshot again, behind results that were seen.
     *
     * @return the reason, with the fix; null if it may start
     */
    public static @Nullable String refusalOfChangelog(ReadableConfig job, String graph) {
        boolean ownersSnapshot =
                job.getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isPresent()
                        && job.get(StateRecoveryOptions.RESTORE_MODE) == RecoveryClaimMode.NO_CLAIM;
        if (!ownersSnapshot) {
            return null;
        }
        return "[TSP-2007] Cannot run t-graph: with a changelog of its state, no checkpoint after a"
                + " start from a snapshot is ever complete unless the job claims the snapshot,"
                + " graph="
                + graph
                + ", snapshot="
                + job.get(StateRecoveryOptions.SAVEPOINT_PATH)
                + ". Set "
                + StateRecoveryOptions.RESTORE_MODE.key()
                + "=CLAIM (flink run -claimMode CLAIM), after which the job deletes the snapshot"
                + " when it needs it no more, or switch the changelog off.";
    }
}
