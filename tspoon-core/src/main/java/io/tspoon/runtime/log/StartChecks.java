/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedSerializer;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;

/**
 * Refuses a start if the restored snapshot shows that transactions logged by an earlier run would
 * be executed again. If loss is accepted, logs the consequences instead.
 */
@Internal
public final class StartChecks {
    private static final Logger LOG = LoggerFactory.getLogger(StartChecks.class);

    private final OpenPlan<?> plan;
    private final LogState state;
    private final String graph;
    private final boolean acceptsLoss;

    /**
     * @param plan plan of the open operator
     * @param state the restored state
     */
    public StartChecks(OpenPlan<?> plan, LogState state) {
        this.plan = plan;
        this.state = state;
        this.graph = plan.settings().graph();
        this.acceptsLoss = plan.settings().acceptsLoss();
    }

    // ------------------------------------------------------------------ without the log

    /** Checks the start of a t-graph that no longer has a log. */
    public void checkWithoutLog() throws Exception {
        if (state.hasGoneOn()) {
            checkNothingToRepeat();
        }
        for (PartEntry entry : state.entries()) {
            if (entry.awaited() > 0) {
                checkNothingAwaited(entry);
            }
        }
    }

    /** Only the log holds the outcomes that results have shown since the snapshot. */
    private void checkNothingToRepeat() {
        if (!acceptsLoss) {
            throw new IllegalStateException(
                    "[TSP-3209] Cannot start t-graph without its write-ahead log: the restored"
                        + " snapshot, a checkpoint or a savepoint, did not stop the job, and what"
                        + " was logged since would be executed once more, perhaps with other"
                        + " outcomes than its results have shown, graph="
                            + graph
                            + ". Start from the snapshot with durability LOG and the log once"
                            + " more, and stop with a savepoint when the metric awaitedInputs is 0;"
                            + orAcceptLoss());
        }
        LOG.error(
                "[TSP-3219] Started t-graph without its write-ahead log, as log-accept-loss allows:"
                        + " what was logged since the restored snapshot is executed once more,"
                        + " graph={}",
                graph);
    }

    /** Only the log knows which inputs these are; without it nobody would drop them. */
    private void checkNothingAwaited(PartEntry entry) {
        if (!acceptsLoss) {
            throw new IllegalStateException(
                    "[TSP-3210] Cannot start t-graph without its write-ahead log: the source is to"
                        + " give inputs again that were executed before the restored snapshot, and"
                        + " only the log knows them; they would be executed a second time, graph="
                            + graph
                            + ", part="
                            + entry.part()
                            + ", inputs="
                            + entry.awaited()
                            + ". Start from the snapshot with durability LOG and the log once more,"
                            + " and stop with a savepoint when the metric awaitedInputs is 0;"
                            + orAcceptLoss());
        }
        LOG.error(
                "[TSP-3220] Started t-graph without its write-ahead log, as log-accept-loss allows:"
                        + " logged inputs that the source gives again are executed a second time,"
                        + " graph={}, part={}, inputs={}",
                graph,
                entry.part(),
                entry.awaited());
    }

    // ------------------------------------------------------------------ with another type

    /**
     * Checks that the type of the inputs is unchanged. The log knows inputs by their bytes: with
     * another type, inputs that come again have other bytes, and nobody would drop them.
     *
     * @param userClasses loads the user's classes
     */
    public void checkInputType(ClassLoader userClasses) throws Exception {
        LoggedSerializer before = state.inputType();
        if (plan.transactionKey() != null
                || before == null
                || isSame(before, userClasses)
                || !mayComeAgain()) {
            return;
        }
        if (!acceptsLoss) {
            throw new IllegalStateException(
                    "[TSP-3211] Cannot start t-graph: the type of its inputs has changed, and the"
                        + " write-ahead log knows them by their bytes; those that were logged and"
                        + " come again would be executed a second time, graph="
                            + graph
                            + ", serializer="
                            + plan.inputSerializer()
                            + ". Go back to the type before, stop the job with a savepoint when the"
                            + " metric awaitedInputs is 0, and change it then;"
                            + orAcceptLoss());
        }
        LOG.error(
                "[TSP-3221] Started t-graph with another type of its inputs, as log-accept-loss"
                    + " allows: those that were logged and come again are executed a second time,"
                    + " graph={}",
                graph);
    }

    /**
     * Whether logged inputs may come again: those logged behind the snapshot, and those still
     * awaited.
     */
    private boolean mayComeAgain() throws Exception {
        return state.hasGoneOn() || state.entries().stream().anyMatch(entry -> entry.awaited() > 0);
    }

    private boolean isSame(LoggedSerializer before, ClassLoader userClasses) {
        TypeSerializerSnapshot<Object> snapshot = read(before, userClasses);
        return snapshot != null
                && today().snapshotConfiguration()
                        .resolveSchemaCompatibility(snapshot)
                        .isCompatibleAsIs();
    }

    @SuppressWarnings("unchecked")
    private TypeSerializer<Object> today() {
        return (TypeSerializer<Object>) plan.inputSerializer();
    }

    /** Reads the earlier type; null if its classes no longer exist. */
    private static @Nullable TypeSerializerSnapshot<Object> read(
            LoggedSerializer before, ClassLoader userClasses) {
        try {
            return before.restore(userClasses);
        } catch (IOException e) {
            LOG.info("[TSP-3212] Cannot read the type of inputs of an earlier program", e);
            return null;
        }
    }

    private String orAcceptLoss() {
        return " or set tspoon." + graph + ".log-accept-loss to true for this start";
    }
}
