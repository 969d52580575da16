/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class RunningJobITCase {
    /** What has passed the early operator when the late one may start; takes it a while. */
    private static final long MANY = 10_000_000;

    private static final CountDownLatch SOME_PASSED = new CountDownLatch(1);
    private static final CountDownLatch MORE_MAY_PASS = new CountDownLatch(1);
    private static final CountDownLatch MANY_PASSED = new CountDownLatch(1);

    @Test
    void stopsOnceAllTasksRun(@TempDir Path directory) throws Exception {
        StreamExecutionEnvironment environment = RunningJob.environment(1, "hashmap", 0);
        add(environment, new Early());
        add(environment, new Late());

        try (RunningJob job = RunningJob.start("late", environment)) {
            SOME_PASSED.await();
            assertThat(MANY_PASSED.getCount()).isOne();
            MORE_MAY_PASS.countDown();

            assertThat(job.stopWithSavepoint(directory.toUri().toString()))
                    .startsWith(directory.toUri().toString().replace("///", "/"));
        }
    }

    private static void add(
            StreamExecutionEnvironment environment, RichFilterFunction<Long> filter) {
        environment
                .fromSource(
                        new NumberSequenceSource(0, Long.MAX_VALUE - 1),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .filter(filter)
                .sinkTo(new DiscardingSink<>());
    }

    private static final class Early extends RichFilterFunction<Long> {
        @Override
        public boolean filter(Long number) throws InterruptedException {
            if (number == 0) {
                SOME_PASSED.countDown();
                MORE_MAY_PASS.await();
            }
            if (number == MANY) {
                MANY_PASSED.countDown();
            }
            return true;
        }
    }

    private static final class Late extends RichFilterFunction<Long> {
        @Override
        public void open(OpenContext context) throws InterruptedException {
            MANY_PASSED.await();
        }

        @Override
        public boolean filter(Long number) {
            return true;
        }
    }
}
