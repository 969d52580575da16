/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.StateBackend.KeyedStateBackendParameters;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The copiers of a process, one for each job and TaskManager, as long as instances of the job run
 * there: static, as these know nothing of each other. As with {@link KeptStores}, TaskManagers that
 * share a process are others to each other.
 */
final class Copiers {
    private static final Pattern OPERATOR = Pattern.compile("_([0-9a-f]{32})_\\(");
    private static final long IDLE_SECONDS = 1;
    private static final Map<String, Running> ALL = new HashMap<>();

    private Copiers() {}

    /** An instance begins, which tells of its checkpoints from now on. */
    static Copies begin(
            KeyedStateBackendParameters<?> parameters,
            List<KeptStore> stores,
            ReadableConfig config) {
        int copies = config.get(KeptFilesOptions.COPIES);
        Optional<OperatorID> operator = operator(parameters.getOperatorIdentifier());
        if (copies <= 0 || operator.isEmpty()) {
            return Copies.NONE;
        }
        Environment environment = parameters.getEnv();
        String job = parameters.getJobID().toString();
        String key =
                job
                        + " "
                        + environment
                                .getTaskManagerInfo()
                                .getTmpWorkingDirectory()
                                .getAbsolutePath();
        Copier.Here here =
                new Copier.Here(
                        operator.get(),
                        environment.getTaskInfo().getIndexOfThisSubtask(),
                        environment.getTaskInfo().getNumberOfParallelSubtasks());
        synchronized (ALL) {
            Running running = ALL.computeIfAbsent(key, made -> start(stores, job, copies, config));
            running.copier().begin(here);
            return new Instance(key, running, here);
        }
    }

    private static Running start(
            List<KeptStore> stores, String job, int copies, ReadableConfig config) {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(1),
                        Copiers::thread);
        thread.allowCoreThreadTimeOut(true);
        Copier copier =
                new Copier(
                        stores,
                        job,
                        copies,
                        config.get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS),
                        RateLimit.of(config.get(KeptFilesOptions.RATE).getBytes()),
                        thread,
                        System::currentTimeMillis);
        return new Running(copier, thread);
    }

    private static Thread thread(Runnable run) {
        Thread made = new Thread(run, "tspoon copies");
        made.setDaemon(true);
        return made;
    }

    /** Whether a checkpoint is complete that any of them has not copied. */
    static boolean areBehind() {
        synchronized (ALL) {
            return ALL.values().stream().anyMatch(each -> each.copier().isBehind());
        }
    }

    private static Optional<OperatorID> operator(String identifier) {
        Matcher found = OPERATOR.matcher(identifier);
        return found.find()
                ? Optional.of(
                        new OperatorID(
                                org.apache.flink.util.StringUtils.hexStringToByte(found.group(1))))
                : Optional.empty();
    }

    /** A copier and its thread. */
    private record Running(Copier copier, ThreadPoolExecutor thread) {}

    /** One that runs here. */
    private static final class Instance implements Copies {
        /** More checkpoints than are under way at a time. */
        private static final int MOST_CHECKPOINTS = 100;

        private final String key;
        private final Running running;
        private final Copier.Here here;
        private final TreeMap<Long, Path> written = new TreeMap<>();
        private boolean ended;

        Instance(String key, Running running, Copier.Here here) {
            this.key = key;
            this.running = running;
            this.here = here;
        }

        @Override
        public void written(long checkpoint, Path metadata) {
            written.put(checkpoint, metadata);
            if (written.size() > MOST_CHECKPOINTS) {
                written.pollFirstEntry();
            }
        }

        @Override
        public void complete(long checkpoint) {
            Path metadata = written.get(checkpoint);
            written.headMap(checkpoint, true).clear();
            if (metadata != null) {
                running.copier().complete(checkpoint, metadata);
            }
        }

        @Override
        public void end() {
            synchronized (ALL) {
                if (ended) {
                    return;
                }
                ended = true;
                if (!running.copier().end(here)) {
                    return;
                }
                ALL.remove(key);
            }
            running.thread().shutdownNow();
            running.copier().cancel();
        }

        @Override
        public long behindMs() {
            return running.copier().behindMs();
        }

        @Override
        public long bytes() {
            return running.copier().bytes();
        }
    }
}
