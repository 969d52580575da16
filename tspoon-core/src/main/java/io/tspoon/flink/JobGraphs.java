/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of t-graphs and states, and the uid prefixes, of the job that an environment is
 * building. They are kept in the environment's own configuration until the job graph is built.
 */
public final class JobGraphs {
    /**
     * Cannot clash with the key of an option, which contains the name of a t-graph in the middle.
     */
    private static final ConfigOption<List<String>> NAMES =
            ConfigOptions.key("tspoon.graphs").stringType().asList().defaultValues();

    private JobGraphs() {}

    /** Whether the job already has this name. */
    public static boolean has(StreamExecutionEnvironment environment, String name) {
        return environment.getConfiguration().get(NAMES).contains(name);
    }

    /**
     * Adds a name.
     *
     * @return false if the job already has it
     */
    public static boolean add(StreamExecutionEnvironment environment, String name) {
        if (has(environment, name)) {
            return false;
        }
        List<String> names = new ArrayList<>(environment.getConfiguration().get(NAMES));
        names.add(name);
        set(environment, names);
        return true;
    }

    /** Clears the names: whatever is built from now on is another job. */
    static void clear(StreamExecutionEnvironment environment) {
        set(environment, List.of());
    }

    private static void set(StreamExecutionEnvironment environment, List<String> names) {
        Configuration configuration = new Configuration();
        configuration.set(NAMES, names);
        environment.configure(configuration, JobGraphs.class.getClassLoader());
    }
}
