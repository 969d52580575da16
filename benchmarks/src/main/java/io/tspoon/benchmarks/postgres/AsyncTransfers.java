/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.bank.Transfer;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;

/**
 * Executes transfers in PostgreSQL, by threads with a connection each. A thread takes what waits,
 * up to the size of a batch, so no transfer waits for a batch to fill.
 *
 * <p>The threads end when the function is closed; all that waits then belongs to a job that ends.
 */
final class AsyncTransfers extends RichAsyncFunction<Transfer, Transfer> {
    /** Transfers in flight in each subtask. */
    static final int CAPACITY = 400;

    private static final long serialVersionUID = 1L;

    /** With two subtasks, as many connections as PostgreSQL alone has clients. */
    private static final int CONNECTIONS = 8;

    private static final int BATCHING_CONNECTIONS = 2;

    private final String url;
    private final int batchSize;
    private transient BlockingQueue<Waiting> waiting;
    private transient List<Thread> threads;

    AsyncTransfers(String url, int batchSize) {
        this.url = url;
        this.batchSize = batchSize;
    }

    private record Waiting(Transfer transfer, ResultFuture<Transfer> result) {
        void complete(boolean possible) {
            Transfer executed =
                    possible
                            ? transfer
                            : new Transfer(
                                    transfer.source(), transfer.destination(), 0, transfer.start());
            result.complete(List.of(executed));
        }
    }

    @Override
    public void open(OpenContext context) {
        waiting = new ArrayBlockingQueue<>(CAPACITY);
        threads = new ArrayList<>();
        int connections = batchSize == 1 ? CONNECTIONS : BATCHING_CONNECTIONS;
        for (int i = 0; i < connections; i++) {
            Thread thread = new Thread(batchSize == 1 ? this::execute : this::executeBatches);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    @Override
    public void asyncInvoke(Transfer transfer, ResultFuture<Transfer> result) throws Exception {
        waiting.put(new Waiting(transfer, result));
    }

    private void execute() {
        try (TransferCall call = new TransferCall(url, Locking.ROWS)) {
            while (true) {
                Waiting next = waiting.take();
                try {
                    next.complete(call.execute(next.transfer()).committed());
                } catch (SQLException e) {
                    next.result().completeExceptionally(e);
                }
            }
        } catch (InterruptedException | RejectedExecutionException e) {
            // The job has ended.
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            fail(e);
        }
    }

    private void executeBatches() {
        try (TransferBatch batch = new TransferBatch(url)) {
            while (true) {
                List<Waiting> taken = new ArrayList<>(batchSize);
                taken.add(waiting.take());
                waiting.drainTo(taken, batchSize - 1);
                try {
                    List<Boolean> possible =
                            batch.execute(taken.stream().map(Waiting::transfer).toList());
                    for (int i = 0; i < taken.size(); i++) {
                        taken.get(i).complete(possible.get(i));
                    }
                } catch (SQLException e) {
                    taken.forEach(one -> one.result().completeExceptionally(e));
                }
            }
        } catch (InterruptedException | RejectedExecutionException e) {
            // The job has ended.
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            fail(e);
        }
    }

    /** Without a connection nothing that waits can be executed. */
    private void fail(SQLException reason) {
        List<Waiting> all = new ArrayList<>();
        waiting.drainTo(all);
        all.forEach(one -> one.result().completeExceptionally(reason));
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.forEach(Thread::interrupt);
        }
    }
}
