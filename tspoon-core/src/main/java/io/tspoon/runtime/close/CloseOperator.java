/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputDeserializer;
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

    private transient int parallelism;
    private transient FragmentReader<T> reader;
    private transient CloseMetrics closeMetrics;
    private transient Exit<T> exit;

    /** Blocks that arrived before the open operator has made itself known. */
    private transient List<Block> early;

    /** Null before that. */
    private transient @Nullable Closing<T> closing;

    CloseOperator(ClosePlan<T> plan, StreamOperatorParameters<TransactionResult<T>> parameters) {
        super(parameters);
        this.plan = plan;
        this.mailbox = parameters.getMailboxExecutor();
    }

    @Override
    public void open() throws Exception {
        super.open();
        parallelism = task().getNumberOfParallelSubtasks();
        reader = new FragmentReader<>(plan.states(), plan.elementSerializer());
        closeMetrics = new CloseMetrics(getMetricGroup());
        exit = new StreamExit<>(output);
        early = new ArrayList<>();
    }

    @Override
    public void processElement(StreamRecord<Block> input) throws Exception {
        Block block = input.getValue();
        Closing<T> own = closing;
        if (own != null) {
            process(block, own);
            block.release();
        } else if (isFromOwnOpen(block)) {
            own = closing(CoordinatorLinks.find(block.link(), plan.settings().graph()));
            closing = own;
            process(block, own);
            for (Block waiting : early) {
                process(waiting, own);
            }
            early.clear();
        } else {
            early.add(block);
        }
    }

    private boolean isFromOwnOpen(Block block) {
        return block.isFromOpen() && block.coordinator() == task().getIndexOfThisSubtask();
    }

    private Closing<T> closing(CoordinatorLink link) {
        return Closing.of(
                plan, parallelism, reader, link, this::scheduleCompletion, closeMetrics, exit);
    }

    private void process(Block block, Closing<T> own) throws IOException {
        if (block.isReplay()) {
            emitReplayed(block);
            return;
        }
        if (block.isGreeting()) {
            Greetings.checkParallelism(block, "close", parallelism);
        }
        own.process(block);
    }

    /** Emits results that an earlier run has logged but may not have emitted. */
    private void emitReplayed(Block block) throws IOException {
        DataInputDeserializer payload = block.readPayload();
        List<TransactionResult<T>> results = new ArrayList<>(block.size());
        for (int i = 0; i < block.size(); i++) {
            results.add(reader.readLogged(payload));
        }
        block.checkConsumed();
        exit.leave(results);
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
