/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Holds a user function inside a call, so that its task does nothing else, until the test lets it
 * go on or fail. The next attempts pass. Tests tell each other apart by name.
 */
public final class Blocker {
    private static final ConcurrentMap<String, Blocker> ARMED = new ConcurrentHashMap<>();

    private final CompletableFuture<Void> reached = new CompletableFuture<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private Blocker() {}

    /** The next call with the name is held. */
    public static Blocker arm(String name) {
        Blocker blocker = new Blocker();
        ARMED.put(name, blocker);
        return blocker;
    }

    /** Called by the user function. */
    public static void pass(String name) {
        Blocker blocker = ARMED.remove(name);
        if (blocker == null) {
            return;
        }
        blocker.reached.complete(null);
        try {
            blocker.end.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Blocked call fails: " + name, e);
        }
    }

    /** Waits until a call is held. */
    public void awaitReached() throws Exception {
        reached.get(Patience.SECONDS, TimeUnit.SECONDS);
    }

    /** Lets the call go on. */
    public void letGo() {
        end.complete(null);
    }

    /** Lets the call fail. */
    public void fail() {
        end.completeExceptionally(new IllegalStateException("asked for by the test"));
    }
}
