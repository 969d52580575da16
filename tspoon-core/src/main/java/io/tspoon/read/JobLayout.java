/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;
import java.util.List;

/**
 * The states of a job, and where their instances are.
 *
 * @param states states of all t-graphs that can be read, whether or not they run at the moment
 * @param known whether it is known yet which states the job has; if not, {@code states} is empty
 */
@Internal
public record JobLayout(List<State> states, boolean known) implements Serializable {
    /**
     * The layout of a job that has not begun, or that waits for resources: it may have any states.
     */
    public static final JobLayout UNKNOWN = new JobLayout(List.of(), false);

    /** A layout with all states of a job. */
    public JobLayout(List<State> states) {
        this(states, true);
    }

    /**
     * A state.
     *
     * @param graph name of the t-graph
     * @param state name of the state
     * @param parallelism number of instances
     * @param instances the instances that are ready to be read; while a job starts or recovers,
     *     some may be missing
     */
    public record State(String graph, String state, int parallelism, List<Instance> instances)
            implements Serializable {
        /** Whether all instances are ready. */
        public boolean isReady() {
            return instances.size() == parallelism;
        }
    }

    /**
     * An instance of a state, and where it can be read.
     *
     * @param index of the instance
     * @param maxParallelism number of key groups of the state
     * @param incarnation of the instance, see {@link StateInstance}
     * @param address of its {@link ReadService}, which also serves coordinators of the t-graph
     * @param host by which Flink knows the process; distinguishes machines where the address does
     *     not, as with loopback
     */
    public record Instance(
            int index, int maxParallelism, long incarnation, String address, String host)
            implements Serializable {}
}
