/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.common.functions.MapFunction;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes a task fail after every so many elements, a number of times. Counts for all tasks of the
 * process together, so that a restarted task goes on counting; tests tell each other apart by name.
 */
public final class Faults<T> implements MapFunction<T, T> {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, AtomicLong> SEEN = new ConcurrentHashMap<>();
    private static final ConcurrentMap<String, AtomicLong> FAILED = new ConcurrentHashMap<>();

    private final String name;
    private final long every;
    private final long limit;

    /**
     * @param name unique to the test
     * @param every how many elements pass between two failures
     * @param limit how many failures there are
     */
    public Faults(String name, long every, long limit) {
        this.name = name;
        this.every = every;
        this.limit = limit;
        SEEN.put(name, new AtomicLong());
        FAILED.put(name, new AtomicLong());
    }

    /** How often the task has failed. */
    public static long failures(String name) {
        return FAILED.get(name).get();
    }

    @Override
    public T map(T element) {
        pass();
        return element;
    }

    /** Fails if it is time. */
    public void pass() {
        AtomicLong failed = FAILED.get(name);
        if (SEEN.get(name).incrementAndGet() % every == 0 && failed.get() < limit) {
            failed.incrementAndGet();
            throw new InjectedFault(name);
        }
    }

    /** The failure that was asked for. */
    public static final class InjectedFault extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InjectedFault(String name) {
            super("Injected fault: " + name);
        }
    }
}
