/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.configuration.ReadableConfig;

import java.util.Set;

/**
 * Starts a server for readers; found with {@link java.util.ServiceLoader}. It comes with the module
 * tspoon-query.
 */
public interface ReadServiceFactory {
    /** The keys of all options that the server knows; they begin with {@code tspoon.query.}. */
    Set<String> optionKeys();

    /**
     * Checks the options when the job is built.
     *
     * @throws IllegalArgumentException if they are unfit; the message says how to mend them
     */
    void validate(ReadableConfig options);

    /**
     * Starts a server in a process that runs a part of the job.
     *
     * <p>The context class loader of the calling thread is that of the job.
     *
     * @param ofJob what the job says; wins
     * @param ofProcess what the configuration of the process says, with options of others
     * @param host by which the other processes of Flink's cluster reach this one
     * @param job which instances there are, and where
     * @throws Exception if it cannot start; fails the task
     */
    ReadService start(ReadableConfig ofJob, ReadableConfig ofProcess, String host, JobDirectory job)
            throws Exception;
}
