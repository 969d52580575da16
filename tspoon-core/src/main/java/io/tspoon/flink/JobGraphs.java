/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The names of t-graphs and states, and the uid prefixes, of the job that an environment is
 * building, until the job graph is built.
 *
 * <p>They are not in the environment's configuration: a cluster may refuse jobs that change it.
 */
@Internal
public final class JobGraphs {
    private static final Map<StreamExecutionEnvironment, Set<String>> NAMES =
            Collections.synchronizedMap(new WeakHashMap<>());

    private JobGraphs() {}

    /** Whether the job already has this name. */
    public static boolean has(StreamExecutionEnvironment environment, String name) {
        return NAMES.getOrDefault(environment, Set.of()).contains(name);
    }

    /**
     * Adds a name.
     *
     * @return false if the job already has it
     */
    public static boolean add(StreamExecutionEnvironment environment, String name) {
        return NAMES.computeIfAbsent(
                        environment, unseen -> Collections.synchronizedSet(new HashSet<>()))
                .add(name);
    }

    /** Clears the names: whatever is built from now on is another job. */
    static void clear(StreamExecutionEnvironment environment) {
        NAMES.remove(environment);
    }
}
