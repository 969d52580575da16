/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.call.Procedure;
import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.OutcomeMemory;
import io.tspoon.runtime.log.InputClaims;
import io.tspoon.runtime.log.LogState;
import io.tspoon.runtime.log.LoggedBatches;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.runtime.log.LoggedTriggers;
import io.tspoon.runtime.log.ReplaySender;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.plan.TriggerPlan;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What an open operator does for the durability of transactions: when decisions take effect, what
 * is recovered, which inputs are dropped because an earlier run has executed them, and what happens
 * at checkpoints.
 *
 * <p>Confined to the mailbox thread.
 */
interface OpenDurability<I> extends Closeable {
    /**
     * Opens what the settings ask for. As far as this can be known by then, a snapshot from which
     * the job cannot go on is refused.
     *
     * @param plan plan of the open operator
     * @param context context of the instance
     * @param checkpoints how Flink takes checkpoints
     * @param mailbox receives the failure if the log cannot be written
     * @param state the restored state
     * @param wakeUp called on a thread of the log whenever more is durable
     */
    static <I> OpenDurability<I> open(
            OpenPlan<I> plan,
            RuntimeContext context,
            CheckpointSettings checkpoints,
            MailboxExecutor mailbox,
            LogState state,
            Runnable wakeUp)
            throws Exception {
        return plan.settings()
                .<OpenDurability<I>, Exception>byDurability(
                        () -> CheckpointsOnly.open(plan, context, state),
                        log ->
                                OpenLog.open(
                                        plan, log, context, checkpoints, mailbox, state, wakeUp));
    }

    /** What close needs to know about attempts. */
    static CoordinatorLink.Described described(OpenPlan<?> plan) {
        ReadSettings reading = plan.settings().read();
        OutcomeMemory outcomes =
                reading == null || reading.outcomeMs() == 0
                        ? null
                        : new OutcomeMemory(
                                TimeUnit.MILLISECONDS.toNanos(reading.outcomeMs()),
                                reading.retainedOutcomes(),
                                System::nanoTime);
        return new CoordinatorLink.Described(
                plan.settings().regime().numbersTransactions(),
                plan.entrances(),
                outcomes,
                plan.procedures().stream().map(Procedure::name).collect(Collectors.toSet()),
                plan.settings().returnedInputs(),
                plan.timersEntrance(),
                !plan.batches().isEmpty(),
                plan.triggers().targets().stream()
                        .map(TriggerPlan.Target::name)
                        .collect(Collectors.toSet()));
    }

    /**
     * Opens the link to the close operator.
     *
     * @param slots number of slots of the coordinator
     * @param wakeUp see {@link CoordinatorLink}
     */
    CoordinatorLink link(int slots, Runnable wakeUp);

    /**
     * Sets where the content of a log goes on recovery, and which clock must stay above its
     * timestamps.
     *
     * @param calls gets the calls that the log holds
     * @param batches gets the aborted batches that the log holds
     * @param triggers gets what was triggered
     */
    void connect(
            ClassLoader userClasses,
            ReplaySender sender,
            HybridClock clock,
            LoggedCalls calls,
            LoggedBatches batches,
            LoggedTriggers triggers);

    void register(OpenMetrics metrics);

    // ------------------------------------------------------------------ recovery

    /** Whether transactions may begin. */
    boolean isRecovered();

    /**
     * Sends on what earlier runs have logged. Called when none of them can log any more, unless
     * {@link #isRecovered}.
     *
     * @return the time that this took in milliseconds
     */
    long recover() throws Exception;

    // ------------------------------------------------------------------ inputs

    /**
     * Whether an earlier run has logged the outcome of this element, so that it need not be
     * executed.
     *
     * @param claims tells the other coordinators if they may await the input, too
     */
    boolean isRepeated(I element, String key, InputClaims claims) throws IOException;

    /** Whether the source may give an element again that a log recognizes by its key. */
    boolean isAwaited(String entrance, String key);

    /** What was restored is looked up; what follows comes from the source. */
    void sourceBegins();

    /** Notes how the input of a transaction will be recognized. */
    void identify(Transaction<I> transaction, I element) throws IOException;

    /** Stops awaiting inputs that came to other coordinators. */
    void claimed(List<InputIdentity> inputs);

    /** The number of inputs that the source may give again; for the metrics. */
    long awaitedInputs();

    // ------------------------------------------------------------------ decisions

    /**
     * Takes a batch of decisions.
     *
     * @param decide lets a batch take effect; called now, or by {@link #releaseDurable}
     */
    void decided(DecisionBatch batch, Consumer<DecisionBatch> decide);

    /** Lets the batches take effect that have become durable. */
    void releaseDurable(Consumer<DecisionBatch> decide);

    /** Makes what the coordinator logs of itself. */
    PartMarks marks(AdmissionWindow<I> window, HybridClock clock);

    /** How long outcomes have waited until they are durable; 0 if none wait. */
    long waitingMs();

    // ------------------------------------------------------------------ checkpoints

    /**
     * A snapshot is taken. Nothing is in flight.
     *
     * @param waiting how many elements wait for others of their batch
     * @return why it cannot be taken yet; null if it can
     */
    @Nullable String roll(long snapshot, SnapshotType type, int waiting) throws IOException;

    void snapshot(LogState state) throws Exception;

    void completed(long checkpoint) throws IOException;

    void aborted(long checkpoint);

    @Override
    void close();
}
