/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.ObserverClient;
import io.tspoon.examples.trial.Settled;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Tells the observer each result at once and then emits it as a line, or crashes. */
final class ObserverFunction extends ProcessFunction<TransactionResult<Long>, String>
        implements CheckpointedFunction, CheckpointListener {
    private static final long serialVersionUID = 1L;

    private final RunTicket ticket;
    private final CrashPoint crashes;
    private transient @Nullable ObserverClient observer;

    ObserverFunction(RunTicket ticket) {
        this.ticket = ticket;
        this.crashes = ticket.crashes();
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        crashes.begin(attempt());
        crashes.pass(CrashKind.RECOVERY_RESTORE);
    }

    @Override
    public void open(OpenContext context) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), ticket.observerPort());
        observer = ObserverClient.connect(address, ticket.epoch() + attempt());
    }

    @Override
    public void processElement(
            TransactionResult<Long> result, Context context, Collector<String> out)
            throws IOException {
        crashes.pass(CrashKind.RESULT);
        String line = Settled.of(result).line();
        if (observer != null) {
            observer.tell(line);
        }
        crashes.pass(CrashKind.OBSERVED);
        out.collect(line);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        crashes.pass(CrashKind.SNAPSHOT);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        crashes.pass(CrashKind.CHECKPOINT_COMPLETE);
    }

    @Override
    public void close() throws IOException {
        if (observer != null) {
            observer.close();
        }
    }

    private int attempt() {
        return getRuntimeContext().getTaskInfo().getAttemptNumber();
    }
}
