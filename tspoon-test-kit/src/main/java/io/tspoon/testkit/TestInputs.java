/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.flink.testkit.TestStreams;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The streams on which a program builds a t-graph for a {@link SerialRun}, if it needs more than
 * one, or none.
 */
@PublicEvolving
public final class TestInputs {
    private final StreamExecutionEnvironment environment;
    private final Map<String, DataStream<?>> streams = new LinkedHashMap<>();

    TestInputs() {
        environment = new StreamExecutionEnvironment();
        environment.setParallelism(1);
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
    }

    /**
     * Makes a stream, to which {@link SerialRun#whenOn} gives elements.
     *
     * @param name by which the test calls it
     * @param type class of the elements, without type parameters
     */
    public <T> DataStream<T> stream(String name, Class<T> type) {
        return stream(name, TypeInformation.of(type));
    }

    /** Like {@link #stream(String, Class)}, for types with parameters. */
    public <T> DataStream<T> stream(String name, TypeInformation<T> type) {
        if (streams.containsKey(name)) {
            throw new IllegalArgumentException(
                    "[TSP-8004] Cannot make input of a serial run: there is one of this name,"
                            + " input="
                            + name
                            + ". Give each stream a name of its own.");
        }
        DataStream<T> stream = TestStreams.stream(environment, name, type);
        streams.put(name, stream);
        return stream;
    }

    /** Returns the environment, for {@code openCalls} and for settings. */
    public StreamExecutionEnvironment environment() {
        return environment;
    }

    Map<String, DataStream<?>> streams() {
        return streams;
    }
}
