/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What the environment does to functions and types that become part of a job. */
@Internal
public final class Functions {
    private Functions() {}

    /** Removes references that the function does not need, and checks that it can be serialized. */
    public static <F> F clean(StreamExecutionEnvironment environment, F function) {
        return environment.clean(function);
    }

    /** The serializer of a type, according to the job's configuration. */
    public static <T> TypeSerializer<T> serializer(
            StreamExecutionEnvironment environment, TypeInformation<T> type) {
        return type.createSerializer(environment.getConfig().getSerializerConfig());
    }

    /** The environment's configuration of Flink. */
    public static ReadableConfig configuration(StreamExecutionEnvironment environment) {
        return environment.getConfiguration();
    }

    /**
     * Whether any part of the type would be written by Kryo: as Flink knows no other way, or as the
     * job has {@code pipeline.force-kryo} and there is a POJO or a record in it.
     */
    public static boolean usesKryo(
            StreamExecutionEnvironment environment, TypeInformation<?> type) {
        boolean forced = environment.getConfiguration().get(PipelineOptions.FORCE_KRYO);
        try {
            TypeSerializer<?> own = withoutGenericTypes(type, false);
            return forced && !withoutGenericTypes(type, true).equals(own);
        } catch (UnsupportedOperationException e) {
            return true;
        }
    }

    private static TypeSerializer<?> withoutGenericTypes(
            TypeInformation<?> type, boolean forceKryo) {
        Configuration strict = new Configuration();
        strict.set(PipelineOptions.GENERIC_TYPES, false);
        strict.set(PipelineOptions.FORCE_KRYO, forceKryo);
        return type.createSerializer(new ExecutionConfig(strict).getSerializerConfig());
    }
}
