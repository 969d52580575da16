/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.read;

import io.tspoon.read.ReadService;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.ReadableState;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;

/** What one task has registered with the server of its process. Confined to the task's thread. */
@Internal
public final class ReadMembership implements AutoCloseable {
    private final ReadService service;
    private final Runnable leave;
    private final List<Runnable> removals = new ArrayList<>();
    private boolean closed;

    ReadMembership(ReadService service, Runnable leave) {
        this.service = service;
        this.leave = leave;
    }

    /** The address at which other processes reach the server. */
    public String address() {
        return service.address();
    }

    public void add(ReadableState<?, ?> state) {
        service.add(state);
        removals.add(() -> service.remove(state));
    }

    public void add(ReadableCoordinator coordinator) {
        service.add(coordinator);
        removals.add(() -> service.remove(coordinator));
    }

    /** Keeps what was added for as long as the server runs, because the task has ended normally. */
    public void keep() {
        removals.clear();
    }

    /** Removes what was added, and closes the server if this was the last task. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                removals.forEach(Runnable::run);
            } finally {
                leave.run();
            }
        }
    }
}
