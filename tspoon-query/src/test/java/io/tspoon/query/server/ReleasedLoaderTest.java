/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.flink.operator.LinkedRecords;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadService;

import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;

/** A TaskManager outlives thousands of jobs: a server that is closed leaves no class behind. */
class ReleasedLoaderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int ROUND_MS = 200;

    @Test
    void closedServerKeepsNoClassLoader() throws Exception {
        // Logging is there before any job, and keeps whoever uses it first.
        LoggerFactory.getLogger(getClass()).debug("begins");
        ReferenceQueue<ClassLoader> released = new ReferenceQueue<>();
        Reference<ClassLoader> loader = serve(released);

        assertThat(awaitRelease(released)).isSameAs(loader);
    }

    private static Reference<? extends ClassLoader> awaitRelease(
            ReferenceQueue<ClassLoader> released) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Reference<? extends ClassLoader> found = null;
        while (found == null && System.nanoTime() - deadline < 0) {
            System.gc();
            found = released.remove(ROUND_MS);
        }
        return found;
    }

    /** Runs a server whose classes are those of a job of its own. */
    private static Reference<ClassLoader> serve(ReferenceQueue<ClassLoader> released)
            throws Exception {
        try (JobLoader loader = new JobLoader()) {
            Runnable serving =
                    (Runnable)
                            Class.forName(Serving.class.getName(), true, loader)
                                    .getDeclaredConstructor()
                                    .newInstance();
            assertThat(serving.getClass()).isNotEqualTo(Serving.class);
            runInThread(serving);
            return new WeakReference<>(loader, released);
        }
    }

    /** As a task does, whose thread ends with the job. */
    private static void runInThread(Runnable serving) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread task = new Thread(serving, "task");
        task.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
        task.start();
        task.join();
        assertThat(failure.get()).isNull();
    }

    /** Answers one request, and is closed. */
    public static final class Serving implements Runnable, JobDirectory {
        @Override
        public void run() {
            Configuration options = new Configuration();
            options.setString("tspoon.query.port", "0");
            try {
                ReadService service =
                        new QueryServerFactory()
                                .start(options, new Configuration(), "localhost", this);
                assertThat(ask(URI.create(service.address()))).startsWith("HTTP/1.1 200");
                service.close();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            LinkedRecords.forget(); // as operators do
        }

        private static String ask(URI server) throws IOException {
            try (Socket socket = new Socket(server.getHost(), server.getPort())) {
                String request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                return new String(
                        socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            }
        }

        @Override
        public String jobId() {
            return "0".repeat(32);
        }

        @Override
        public String jobName() {
            return "job";
        }

        @Override
        public CompletableFuture<JobLayout> locate() {
            return CompletableFuture.completedFuture(JobLayout.UNKNOWN);
        }
    }

    /** Loads tspoon and its libraries anew, as Flink does for a job that has them in its jar. */
    private static final class JobLoader extends URLClassLoader {
        private static final List<String> OF_JOB =
                List.of("io.tspoon.", "io.netty.", "com.fasterxml.");

        JobLoader() throws MalformedURLException {
            super(classPath(), ReleasedLoaderTest.class.getClassLoader());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String entry :
                    System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(new File(entry).toURI().toURL());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (OF_JOB.stream().noneMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }
}
