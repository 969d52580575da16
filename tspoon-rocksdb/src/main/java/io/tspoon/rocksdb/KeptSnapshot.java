/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A snapshot that Flink's thread writes, and whose files are kept before it says so. */
final class KeptSnapshot implements RunnableFuture<SnapshotResult<KeyedStateHandle>> {
    private final long checkpoint;
    private final RunnableFuture<SnapshotResult<KeyedStateHandle>> snapshot;
    private final Keeper keeper;

    KeptSnapshot(
            long checkpoint,
            RunnableFuture<SnapshotResult<KeyedStateHandle>> snapshot,
            Keeper keeper) {
        this.checkpoint = checkpoint;
        this.snapshot = snapshot;
        this.keeper = keeper;
    }

    /** Its thread is the one that asks for the result afterwards. */
    @Override
    public void run() {
        Path linked = snapshot.isDone() ? null : keeper.link(checkpoint);
        snapshot.run();
        SnapshotResult<KeyedStateHandle> result = resultOrEmpty();
        keeper.keep(checkpoint, result, linked);
    }

    /** Nothing, if it has failed or is canceled: whoever asks for the result hears of it. */
    private SnapshotResult<KeyedStateHandle> resultOrEmpty() {
        try {
            return snapshot.isCancelled() ? SnapshotResult.empty() : snapshot.get();
        } catch (ExecutionException | java.util.concurrent.CancellationException e) {
            return SnapshotResult.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SnapshotResult.empty();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return snapshot.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
        return snapshot.isCancelled();
    }

    @Override
    public boolean isDone() {
        return snapshot.isDone();
    }

    @Override
    public SnapshotResult<KeyedStateHandle> get() throws InterruptedException, ExecutionException {
        return snapshot.get();
    }

    @Override
    public SnapshotResult<KeyedStateHandle> get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return snapshot.get(timeout, unit);
    }
}
