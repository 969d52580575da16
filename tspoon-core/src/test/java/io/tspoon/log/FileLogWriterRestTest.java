/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/** Which flushes wait for more, how long, and what ends that. */
@Timeout(60)
class FileLogWriterRestTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final int KILOBYTE = 1 << 10;

    @TempDir private java.nio.file.Path directory;

    private final FaultyFileSystem files = new FaultyFileSystem();
    private final Heard heard = new Heard();
    private FileLogWriter writer;

    /** With one small record, which is durable. */
    private void open(Duration rest) throws Exception {
        Path part = new Path(directory.resolve("graph/0").toUri());
        writer = new FileLogWriter(PartFiles.in(files, part), rest.toNanos(), "log", heard);
        writer.onDurable(heard);
        writer.roll(Records.HEADER);
        append(1, 100);
        heard.await(1);
    }

    @AfterEach
    void close() throws IOException {
        writer.close();
    }

    /** A transaction of an idle job waits for its sync, and for nothing else. */
    @Test
    void fewBytesDoNotRest() throws Exception {
        open(LONG);
        append(2, 100);
        assertThat(heard.await(2)).containsExactly(2L);
        append(3, 3 * KILOBYTE);

        assertThat(heard.await(3)).containsExactly(3L);
    }

    @Test
    void someRestUntilTheTimeIsOver() throws Exception {
        Duration rest = Duration.ofMillis(300);
        long begin = System.nanoTime();
        open(rest);
        append(2, 5 * KILOBYTE);
        heard.await(2);

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(rest);
        assertThat(FileLogWriter.REST_NANOS)
                .as("the usual rest")
                .isBetween(1L, Duration.ofMillis(2).toNanos());
    }

    @Test
    void someRestUntilThereAreEnough() throws Exception {
        open(LONG);
        append(2, 5 * KILOBYTE);
        append(3, 50 * KILOBYTE);
        append(4, 10 * KILOBYTE);

        assertThat(heard.await(4)).containsExactly(4L);
    }

    @Test
    void someRestUntilSomethingElseIsToBeDone() throws Exception {
        open(LONG);
        append(2, 5 * KILOBYTE);
        writer.roll(Records.HEADER);
        assertThat(heard.await(2)).containsExactly(2L);

        append(3, 5 * KILOBYTE);
        writer.close();
        assertThat(heard.await(3)).containsExactly(3L);
    }

    @Test
    void manyBytesDoNotRest() throws Exception {
        open(LONG);
        append(2, 64 * KILOBYTE);

        assertThat(heard.await(2)).containsExactly(2L);
    }

    private void append(long ticket, int bytes) throws IOException {
        Records.append(writer, ticket, "x".repeat(bytes));
    }
}
