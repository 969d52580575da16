/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Shows a test what passes while a job runs. Keeps nothing over a restart, so what it has seen
 * until a job was stopped is what that job has sent.
 */
public final class Tap<T> implements MapFunction<T, T> {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, List<Object>> PASSED = new ConcurrentHashMap<>();

    private final String name;

    private Tap(String name) {
        this.name = name;
    }

    /** Ends the stream in a tap; the name must be unique to the test. */
    public static <T> void open(DataStream<T> stream, String name) {
        through(stream, name).sinkTo(new DiscardingSink<>());
    }

    /** The stream behind a tap; the name must be unique to the test. */
    public static <T> DataStream<T> through(DataStream<T> stream, String name) {
        PASSED.put(name, new ArrayList<>());
        return stream.map(new Tap<T>(name)).returns(stream.getType()).name("tap " + name);
    }

    /** Waits until so many elements have passed. */
    public static void await(String name, int count) throws InterruptedException {
        await(name, count, new CompletableFuture<>());
    }

    /** Waits until so many elements have passed; if the job ends before, fails as the job did. */
    public static void await(String name, int count, CompletableFuture<?> job)
            throws InterruptedException {
        List<Object> passed = PASSED.get(name);
        job.whenComplete((result, failure) -> wake(passed));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.SECONDS);
        synchronized (passed) {
            while (passed.size() < count) {
                if (job.isDone()) {
                    job.join();
                }
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0 || job.isDone()) {
                    throw new AssertionError(
                            "Too little passes, tap="
                                    + name
                                    + ", expected="
                                    + count
                                    + ", passed="
                                    + passed.size());
                }
                passed.wait(left);
            }
        }
    }

    private static void wake(List<Object> passed) {
        synchronized (passed) {
            passed.notifyAll();
        }
    }

    /** What has passed so far. */
    @SuppressWarnings("unchecked")
    public static <T> List<T> passed(String name) {
        List<Object> passed = PASSED.get(name);
        synchronized (passed) {
            return (List<T>) new ArrayList<>(passed);
        }
    }

    @Override
    public T map(T element) {
        List<Object> passed = PASSED.get(name);
        synchronized (passed) {
            passed.add(element);
            passed.notifyAll();
        }
        return element;
    }
}
