/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.read;

import io.tspoon.flink.directory.TaskLink;
import io.tspoon.read.ReadService;
import io.tspoon.read.ReadServiceFactory;
import io.tspoon.runtime.plan.ReadSettings;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.configuration.Configuration;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The servers of this process, one for each job.
 *
 * <p>Static, because the tasks of a job have no other way to share one. A server is started with
 * the first task that needs it and closed after the last.
 */
@Internal
public final class ReadServices {
    /** Prefix of the keys of the server's options. */
    public static final String OPTION_PREFIX = "tspoon.query.";

    @GuardedBy("itself")
    private static final Map<String, Shared> SERVICES = new HashMap<>();

    private ReadServices() {}

    /** A server and the number of its users. */
    private static final class Shared {
        private final ReadService service;
        private final ProcessDirectory directory;

        @GuardedBy("SERVICES")
        private int users;

        Shared(ReadService service, ProcessDirectory directory) {
            this.service = service;
            this.directory = directory;
        }
    }

    /** Finds the factory of servers; empty if the module that has it is not on the class path. */
    public static Optional<ReadServiceFactory> factory(ClassLoader classes) {
        return ServiceLoader.load(ReadServiceFactory.class, classes).findFirst();
    }

    /**
     * Joins the server of the job, and starts it for the first task.
     *
     * @param settings of the t-graph
     * @param link from the operator to its directory
     * @param classes class loader of the job
     */
    public static ReadMembership join(
            JobInfo job, ReadSettings settings, TaskLink link, ClassLoader classes)
            throws Exception {
        String id = job.getJobId().toHexString();
        synchronized (SERVICES) {
            Shared shared = SERVICES.get(id);
            if (shared == null) {
                shared = start(job, settings, link, classes);
                SERVICES.put(id, shared);
            }
            shared.users++;
            shared.directory.add(link);
            return new ReadMembership(shared.service, () -> leave(id, link));
        }
    }

    private static Shared start(
            JobInfo job, ReadSettings settings, TaskLink link, ClassLoader classes)
            throws Exception {
        ReadServiceFactory factory =
                factory(classes)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "[TSP-2010] Cannot serve queries: no implementation"
                                                        + " of "
                                                        + ReadServiceFactory.class.getName()
                                                        + " is on the class path, job="
                                                        + job.getJobName()
                                                        + ". Add tspoon-query to the job's jar."));
        ProcessDirectory directory =
                new ProcessDirectory(job.getJobId().toHexString(), job.getJobName());
        Configuration options = Configuration.fromMap(settings.options());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            return new Shared(
                    factory.start(options, link.processOptions(), link.processHost(), directory),
                    directory);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void leave(String job, TaskLink link) {
        Shared last = null;
        synchronized (SERVICES) {
            Shared shared = SERVICES.get(job);
            if (shared == null) {
                return;
            }
            shared.directory.remove(link);
            if (--shared.users == 0) {
                SERVICES.remove(job);
                last = shared;
            }
        }
        if (last != null) {
            last.service.close();
        }
    }
}
