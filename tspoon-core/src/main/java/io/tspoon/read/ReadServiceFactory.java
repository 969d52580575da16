/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ReadableConfig;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Starts a server for readers. Found with {@link java.util.ServiceLoader}; the module tspoon-query
 * provides it.
 */
@Internal
public interface ReadServiceFactory {
    /** The keys of all options of the server; they begin with {@code tspoon.query.}. */
    Set<String> optionKeys();

    /**
     * Checks the options when the job is built.
     *
     * @throws IllegalArgumentException if they are invalid; the message says how to fix them
     */
    void validate(ReadableConfig options);

    /**
     * Tells which classes of keys, values and their parts a server can give to readers, in the
     * process that builds the job.
     */
    default Predicate<Class<?>> readable() {
        return type -> true;
    }

    /**
     * Tells why a server cannot read keys or values of a type from what others send it, in the
     * process that builds the job; empty if it can.
     */
    default Function<TypeInformation<?>, String> unreadable() {
        return type -> "";
    }

    /**
     * Starts a server in a process that runs a part of the job.
     *
     * <p>The context class loader of the calling thread is that of the job.
     *
     * @param ofJob options of the job; these take precedence
     * @param ofProcess configuration of the process, which also contains other options
     * @param host by which the other processes of Flink's cluster reach this one
     * @param job tells which instances there are, and where
     * @throws Exception if the server cannot start; fails the task
     */
    ReadService start(ReadableConfig ofJob, ReadableConfig ofProcess, String host, JobDirectory job)
            throws Exception;
}
