/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.job;

import io.tspoon.examples.trial.ObserverClient;
import io.tspoon.examples.trial.Settled;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;

/** Tells the observer each result at once, then emits it as a line. */
final class TellObserver extends ProcessFunction<TransactionResult<Long>, String> {
    private static final long serialVersionUID = 1L;

    private final InetSocketAddress address;
    private transient @Nullable ObserverClient observer;

    TellObserver(InetSocketAddress address) {
        this.address = address;
    }

    @Override
    public void open(OpenContext context) throws IOException {
        int attempt = getRuntimeContext().getTaskInfo().getAttemptNumber();
        observer = ObserverClient.connect(address, attempt);
    }

    @Override
    public void processElement(
            TransactionResult<Long> result, Context context, Collector<String> out)
            throws IOException {
        String line = Settled.of(result).line();
        if (observer != null) {
            observer.tell(line);
        }
        out.collect(line);
    }

    @Override
    public void close() throws IOException {
        if (observer != null) {
            observer.close();
        }
    }
}
