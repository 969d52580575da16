/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TextFileSinkTest {
    private static final SinkWriter.Context CONTEXT =
            new SinkWriter.Context() {
                @Override
                public long currentWatermark() {
                    return Long.MIN_VALUE;
                }

                @Override
                public Long timestamp() {
                    return null;
                }
            };

    @TempDir Path directory;

    private final TestProcessingTimeService time = new TestProcessingTimeService();

    @Test
    void whatWasWrittenAfterTheCheckpointIsTakenBack() throws Exception {
        TextFileWriter writer = writer(0);
        writer.open();
        writer.write("a", CONTEXT);
        long length = writer.snapshotState(1).get(0);
        writer.write("b", CONTEXT);
        writer.flush(false);
        assertThat(file()).hasContent("head\na\nb\n");

        TextFileWriter restored = writer(length);
        restored.open();
        restored.write("c", CONTEXT);
        restored.flush(true);
        assertThat(file()).hasContent("head\na\nc\n");
    }

    @Test
    void linesAreInTheFileSoon() throws Exception {
        TextFileWriter writer = writer(0);
        writer.write("a", CONTEXT);
        time.setCurrentTime(1_000);
        assertThat(file()).hasContent("head\na\n");
    }

    @Test
    void anEarlierFileIsReplaced() throws Exception {
        Files.writeString(file(), "a long text from an earlier run\n");
        TextFileWriter writer = writer(0);
        writer.open();
        writer.flush(true);
        assertThat(file()).hasContent("head\n");
    }

    @Test
    void aFileThatIsNotThereAfterAFailureIsNoticed() {
        TextFileWriter restored = writer(100);
        assertThatThrownBy(restored::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shorter than at the checkpoint");
    }

    private TextFileWriter writer(long length) {
        return new TextFileWriter(file().toString(), "head", length, time);
    }

    private Path file() {
        return directory.resolve("out.txt");
    }
}
