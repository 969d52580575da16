/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobLayout;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.flink.runtime.operators.coordination.CoordinatorStore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;

/** All states of a job, shared by their directories. Thread-safe. */
final class JobStates {
    private static final String KEY = "tspoon.states";

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    private JobStates() {}

    static JobStates of(CoordinatorStore store) {
        return (JobStates)
                store.compute(KEY, (key, found) -> found == null ? new JobStates() : found);
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    void remove(Entry entry) {
        entries.remove(entry);
    }

    /** The states of each t-graph are in the order in which the program accesses them first. */
    JobLayout layout() {
        return new JobLayout(
                entries.stream()
                        .sorted(Comparator.comparingInt(Entry::operator))
                        .map(Entry::state)
                        .toList());
    }

    /** A state and its instances that are ready, by index. */
    static final class Entry {
        private final String graph;
        private final int operator;
        private final String state;
        private final IntSupplier parallelism;

        @GuardedBy("this")
        private final Map<Integer, Attempt> instances = new TreeMap<>();

        /** An attempt of an instance. */
        private record Attempt(int number, JobLayout.Instance instance) {}

        /**
         * @param operator place of its operator among the stateful ones of the t-graph
         */
        Entry(String graph, int operator, String state, IntSupplier parallelism) {
            this.graph = graph;
            this.operator = operator;
            this.state = state;
            this.parallelism = parallelism;
        }

        int operator() {
            return operator;
        }

        synchronized void ready(int index, int attempt, JobLayout.Instance instance) {
            instances.put(index, new Attempt(attempt, instance));
        }

        synchronized void failed(int index, int attempt) {
            instances.computeIfPresent(
                    index, (key, known) -> known.number() <= attempt ? null : known);
        }

        synchronized void reset(int index) {
            instances.remove(index);
        }

        synchronized void resetAll() {
            instances.clear();
        }

        synchronized JobLayout.State state() {
            int count = parallelism.getAsInt();
            List<JobLayout.Instance> ready = new ArrayList<>();
            for (Attempt attempt : instances.values()) {
                if (attempt.instance().index() < count) {
                    ready.add(attempt.instance());
                }
            }
            return new JobLayout.State(graph, state, count, ready);
        }
    }
}
