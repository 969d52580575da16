/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What the environment does for functions and types that go into a job. */
public final class Functions {
    private Functions() {}

    /** Clears the function of references it does not need, and checks that it can be shipped. */
    public static <F> F clean(StreamExecutionEnvironment environment, F function) {
        return environment.clean(function);
    }

    /** The serializer of a type, as the job is configured. */
    public static <T> TypeSerializer<T> serializer(
            StreamExecutionEnvironment environment, TypeInformation<T> type) {
        return type.createSerializer(environment.getConfig().getSerializerConfig());
    }

    /** Flink's configuration, as the environment has it. */
    public static ReadableConfig configuration(StreamExecutionEnvironment environment) {
        return environment.getConfiguration();
    }

    /** Whether any part of the type would be written by Kryo. */
    public static boolean usesKryo(TypeInformation<?> type) {
        Configuration strict = new Configuration();
        strict.set(PipelineOptions.GENERIC_TYPES, false);
        ExecutionConfig config = new ExecutionConfig(strict);
        try {
            type.createSerializer(config.getSerializerConfig());
            return false;
        } catch (UnsupportedOperationException e) {
            return true;
        }
    }
}
