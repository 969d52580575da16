/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.read.JobDirectory;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadServiceFactory;
import io.tspoon.read.ReadableCoordinator;
import io.tspoon.read.ReadableState;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ReadableConfig;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A server of queries that serves nobody. It can write all classes but one, and read all but
 * another.
 */
public final class QuietServer implements ReadServiceFactory {

    /** What it cannot write. */
    public record Opaque(long number) {}

    /** What it cannot read. */
    public record Mute(long number) {}

    @Override
    public Set<String> optionKeys() {
        return Set.of();
    }

    @Override
    public void validate(ReadableConfig options) {}

    @Override
    public Predicate<Class<?>> readable() {
        return type -> type != Opaque.class;
    }

    @Override
    public Function<TypeInformation<?>, String> unreadable() {
        return type -> type.getTypeClass() == Mute.class ? "it is mute" : "";
    }

    @Override
    public ReadService start(
            ReadableConfig ofJob, ReadableConfig ofProcess, String host, JobDirectory job) {
        return new Serving();
    }

    private static final class Serving implements ReadService {
        @Override
        public String address() {
            return "http://localhost:0";
        }

        @Override
        public void add(ReadableState<?, ?> state) {}

        @Override
        public void remove(ReadableState<?, ?> state) {}

        @Override
        public void add(ReadableCoordinator coordinator) {}

        @Override
        public void remove(ReadableCoordinator coordinator) {}

        @Override
        public void close() {}
    }
}
