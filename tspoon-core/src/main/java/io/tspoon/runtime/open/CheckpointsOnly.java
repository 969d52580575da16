/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.log.InputClaims;
import io.tspoon.runtime.log.LogState;
import io.tspoon.runtime.log.LoggedBatches;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.runtime.log.LoggedTriggers;
import io.tspoon.runtime.log.ReplaySender;
import io.tspoon.runtime.log.StartChecks;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * Durability without a log: a transaction is durable once a checkpoint holds what it wrote. A
 * decision takes effect at once, and nothing is recovered but the checkpoint.
 */
final class CheckpointsOnly<I> implements OpenDurability<I> {
    private final OpenPlan<I> plan;
    private final String job;

    private CheckpointsOnly(OpenPlan<I> plan, String job) {
        this.plan = plan;
        this.job = job;
    }

    static <I> CheckpointsOnly<I> open(OpenPlan<I> plan, RuntimeContext context, LogState state)
            throws Exception {
        OpenLog.remindOfAcceptedLoss(plan, context.getTaskInfo());
        new StartChecks(plan, state).checkWithoutLog();
        return new CheckpointsOnly<>(plan, context.getJobInfo().getJobId().toHexString());
    }

    @Override
    public CoordinatorLink link(int slots, Runnable wakeUp) {
        return CoordinatorLinks.open(slots, wakeUp, null, OpenDurability.described(plan));
    }

    @Override
    public void connect(
            ClassLoader userClasses,
            ReplaySender sender,
            HybridClock clock,
            LoggedCalls calls,
            LoggedBatches batches,
            LoggedTriggers triggers) {}

    @Override
    public void sourceBegins() {}

    @Override
    public void register(OpenMetrics metrics) {}

    @Override
    public boolean isRecovered() {
        return true;
    }

    @Override
    public long recover() {
        return 0;
    }

    @Override
    public boolean isRepeated(I element, String key, InputClaims claims) {
        return false;
    }

    @Override
    public boolean isAwaited(String entrance, String key) {
        return false;
    }

    @Override
    public void identify(Transaction<I> transaction, I element) {}

    @Override
    public void claimed(List<InputIdentity> inputs) {}

    @Override
    public long awaitedInputs() {
        return 0;
    }

    @Override
    public void decided(DecisionBatch batch, Consumer<DecisionBatch> decide) {
        decide.accept(batch);
    }

    @Override
    public void releaseDurable(Consumer<DecisionBatch> decide) {}

    @Override
    public PartMarks marks(AdmissionWindow<I> window, HybridClock clock) {
        return PartMarks.NONE;
    }

    @Override
    public long waitingMs() {
        return 0;
    }

    @Override
    public @Nullable String roll(long snapshot, SnapshotType type, int waiting) {
        return null;
    }

    @Override
    public void snapshot(LogState state) throws Exception {
        state.updateWithoutLog(job);
    }

    @Override
    public void completed(long checkpoint) {}

    @Override
    public void aborted(long checkpoint) {}

    @Override
    public void close() {}
}
