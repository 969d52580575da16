/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.util.FileUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Follows a job until it ends. */
final class JobWatch {
    private static final long PERIOD_MS = 1_000;
    private static final long STOP_SECONDS = 30;

    private final JobClient client;
    private final CountDownLatch reported = new CountDownLatch(1);

    JobWatch(JobClient client) {
        this.client = client;
    }

    /**
     * Waits for the end of the job, and reports what it has counted so far about once a second.
     *
     * @return what the job has counted
     * @throws ExecutionException if the job failed
     */
    Map<String, Object> await(Consumer<Map<String, Object>> progress)
            throws ExecutionException, InterruptedException {
        CompletableFuture<JobExecutionResult> end = client.getJobExecutionResult();
        while (true) {
            try {
                return end.get(PERIOD_MS, TimeUnit.MILLISECONDS).getAllAccumulatorResults();
            } catch (TimeoutException e) {
                showIfKnown(progress);
            }
        }
    }

    /**
     * Lets Ctrl-C end the input instead of killing the job, so that its summary is printed too.
     * Call {@link #reported} when nothing is left to print.
     */
    void drainOnInterrupt() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::drain, "drain"));
    }

    /** Nothing is left to print: an interrupted process may end. */
    void reported() {
        reported.countDown();
    }

    private void showIfKnown(Consumer<Map<String, Object>> progress) throws InterruptedException {
        try {
            progress.accept(client.getAccumulators().get());
        } catch (ExecutionException | IllegalStateException e) {
            // The job is starting or has just ended; the next round will know.
            return;
        }
    }

    private void drain() {
        if (reported.getCount() == 0) {
            return;
        }
        try {
            Path savepoint = Files.createTempDirectory("example-stop");
            client.stopWithSavepoint(true, savepoint.toUri().toString(), SavepointFormatType.NATIVE)
                    .get(STOP_SECONDS, TimeUnit.SECONDS);
            reported.await(STOP_SECONDS, TimeUnit.SECONDS);
            FileUtils.deleteDirectory(savepoint.toFile());
        } catch (IOException | ExecutionException | TimeoutException | IllegalStateException e) {
            System.err.println("Stopped without a summary: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
