/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.concurrency;

import org.jetbrains.lincheck.Lincheck;

/**
 * Runs a block over and over, each time with other switches between its threads. Lincheck decides
 * where they are, so a failure comes with the interleaving that led to it. It takes memory for
 * sequentially consistent: what a missing {@code volatile} does is for the tests under jcstress. So
 * are classes that see byte arrays as numbers, because Lincheck does not know such handles.
 */
public final class Interleavings {
    private static final int EFFORT = Integer.getInteger("tspoon.concurrency.effort", 1);

    private Interleavings() {}

    /**
     * Fails if the block or one of its threads throws, or if all of them wait for each other.
     *
     * @param interleavings how many there are in each build; a longer run tries more
     * @param block creates all that it uses
     */
    public static void explore(int interleavings, Runnable block) {
        Lincheck.runConcurrentTest(interleavings * EFFORT, block);
    }

    /**
     * Runs actions beside each other, each on a thread of its own, and waits for their ends. Throws
     * what one of them has thrown: Lincheck only prints that.
     */
    public static void together(Runnable... actions) {
        Thread[] threads = new Thread[actions.length];
        Throwable[] failures = new Throwable[actions.length];
        for (int i = 0; i < actions.length; i++) {
            Runnable action = actions[i];
            int number = i;
            threads[i] =
                    new Thread(
                            () -> {
                                try {
                                    action.run();
                                } catch (Throwable e) {
                                    failures[number] = e;
                                }
                            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        for (Throwable failure : failures) {
            if (failure != null) {
                throw new AssertionError(failure.getMessage(), failure);
            }
        }
    }

    /** A plain check: assertions of a library would be explored, too. */
    public static void check(boolean holds, String rule) {
        if (!holds) {
            throw new AssertionError(rule);
        }
    }
}
