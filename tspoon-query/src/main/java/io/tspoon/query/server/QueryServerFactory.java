/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.OptionKeys;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadServiceFactory;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.ReadableConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Starts query servers in TaskManagers. */
@Internal
public final class QueryServerFactory implements ReadServiceFactory {
    private static final Logger LOG = LoggerFactory.getLogger(QueryServerFactory.class);

    /** When the job is built it is not known on which machine it will run. */
    private static final String UNKNOWN_HOST = "localhost";

    @Override
    public Set<String> optionKeys() {
        return QueryOptions.keys();
    }

    @Override
    public void validate(ReadableConfig options) {
        Settings.of(options, UNKNOWN_HOST);
    }

    @Override
    public Predicate<Class<?>> readable() {
        return JsonMapping.load(jobLoader())::writes;
    }

    @Override
    public Function<TypeInformation<?>, String> unreadable() {
        return JsonMapping.load(jobLoader())::unreadable;
    }

    @Override
    public ReadService start(
            ReadableConfig ofJob, ReadableConfig ofProcess, String host, JobDirectory job)
            throws IOException {
        for (String problem :
                OptionKeys.unknown(ofProcess, QueryOptions.PREFIX, QueryOptions.keys())) {
            LOG.warn("[TSP-4409] Ignored in the configuration of this process: {}", problem);
        }
        return new QueryServer(
                Settings.of(Settings.over(ofJob, ofProcess), host), job, jobLoader());
    }

    private static ClassLoader jobLoader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? QueryServerFactory.class.getClassLoader() : loader;
    }
}
