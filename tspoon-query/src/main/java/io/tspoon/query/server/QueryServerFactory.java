/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.read.JobDirectory;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadServiceFactory;

import org.apache.flink.configuration.ReadableConfig;

import java.io.IOException;

/** Starts query servers in task managers. */
public final class QueryServerFactory implements ReadServiceFactory {
    /** When the job is built, nobody knows yet where it will run. */
    private static final String UNKNOWN_HOST = "localhost";

    @Override
    public void validate(ReadableConfig options) {
        Settings.of(options, UNKNOWN_HOST);
    }

    @Override
    public ReadService start(ReadableConfig options, String host, JobDirectory job)
            throws IOException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return new QueryServer(
                Settings.of(options, host),
                job,
                loader == null ? QueryServerFactory.class.getClassLoader() : loader);
    }
}
