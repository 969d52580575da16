/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.flink.operator.TaskVertex;
import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.OutcomeMemory;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.ToClose;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/**
 * The operator where transactions end. It gathers the fragments of one coordinator's attempts,
 * decides the attempts, and emits a result for each transaction once every participant has applied
 * the decision.
 *
 * <p>For each block it reads the fragments, decides, tells the open operator, and then emits
 * results. So the decisions are on their way before the user's downstream operators can hold
 * anything up. It has no state of its own: nothing is in flight when a checkpoint barrier arrives.
 *
 * <p>With a log, outcomes are appended before the decisions are handed to the open operator, which
 * sends them out when they are durable.
 *
 * <p>Source: TSpoon, section 4.3.
 */
final class CloseOperator<T> extends AbstractStreamOperator<TransactionResult<T>>
        implements OneInputStreamOperator<Block, TransactionResult<T>> {
    private static final long serialVersionUID = 1L;

    private final ClosePlan<T> plan;
    private final transient MailboxExecutor mailbox;

    private transient CloseMetrics closeMetrics;

    /** Blocks that arrived before the open operator has made itself known. */
    private transient List<ToClose> early;

    /** Null before that. */
    private transient @Nullable Closing closing;

    CloseOperator(ClosePlan<T> plan, StreamOperatorParameters<TransactionResult<T>> parameters) {
        super(parameters);
        this.plan = plan;
        this.mailbox = parameters.getMailboxExecutor();
    }

    @Override
    public void open() throws Exception {
        super.open();
        closeMetrics = new CloseMetrics(getMetricGroup());
        early = new ArrayList<>();
    }

    @Override
    public void processElement(StreamRecord<Block> input) throws Exception {
        ToClose block = (ToClose) input.getValue();
        Closing own = closing;
        if (own != null) {
            block.deliverTo(own);
            block.release();
        } else if (block instanceof CoordinatorToClose first && isFromOwnOpen(first)) {
            CoordinatorLink link = CoordinatorLinks.find(first.link(), plan.settings().graph());
            own = plan.settings().regime().isolation().execution(new Ways(link));
            closing = own;
            block.deliverTo(own);
            for (ToClose waiting : early) {
                waiting.deliverTo(own);
            }
            early.clear();
        } else {
            early.add(block);
        }
    }

    private Exit<T> exit(CoordinatorLink link) {
        Exit<T> exit = new StreamExit<>(output);
        OutcomeMemory outcomes = link.outcomes();
        Exit<T> counting =
                new CountingExit<>(
                        outcomes == null ? exit : new RetainingExit<>(exit, outcomes),
                        closeMetrics,
                        link.meter(),
                        link.procedures());
        return link.timers().isEmpty()
                ? counting
                : new TimerExit<>(counting, link.timers(), plan.states());
    }

    private CallResults<T> calls(CoordinatorLink link) {
        TypeSerializer<T> elements = TriggerPlan.leaving(plan.elementSerializer());
        RuntimeContext context = getRuntimeContext();
        boolean isShared = context.isObjectReuseEnabled() && !elements.isImmutableType();
        return new CallResults<>(link, isShared ? elements : null);
    }

    /** The ways in which transactions can end. */
    private final class Ways implements ExecutionWays<Closing> {
        private final CoordinatorLink link;

        Ways(CoordinatorLink link) {
            this.link = link;
        }

        @Override
        public Closing inAttempts(AttemptIsolation isolation) {
            return new AttemptClosing<>(
                    plan,
                    TaskVertex.of(CloseOperator.this),
                    link,
                    CloseOperator.this::scheduleCompletion,
                    closeMetrics,
                    calls(link),
                    exit(link));
        }

        @Override
        public Closing inChains() {
            return new ChainClosing<>(
                    plan,
                    TaskVertex.of(CloseOperator.this),
                    task().getIndexOfThisSubtask(),
                    link,
                    CloseOperator.this::scheduleCompletion,
                    closeMetrics,
                    calls(link),
                    exit(link));
        }
    }

    private boolean isFromOwnOpen(CoordinatorToClose block) {
        return block.coordinator() == task().getIndexOfThisSubtask();
    }

    /** Called by a thread of the log, or by the mailbox thread if the ticket is durable by then. */
    private void scheduleCompletion() {
        try {
            mailbox.execute(this::logIsDurable, "log of t-graph %s", plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped what the log said: the close operator has ended", e);
        }
    }

    private void logIsDurable() throws IOException {
        Objects.requireNonNull(closing).logIsDurable();
    }

    private TaskInfo task() {
        RuntimeContext context = getRuntimeContext();
        return context.getTaskInfo();
    }
}
