/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class LineSourceTest {
    /** A split without a line (more) is over; after a failure behind the last line there is one. */
    @ParameterizedTest
    @CsvSource({"'', 0, 0", "'a\nb\n', 0, 2", "'a\nb\n', 1, 1", "'a\nb\n', 2, 0"})
    void readingEndsWhereTheLinesDo(String text, long restored, int expected) throws Exception {
        LineInput<String> input = new Text(text.replace("\\n", "\n"));
        List<String> lines = new ArrayList<>();
        try (SourceReader<String, LineSplit<String>> reader =
                new LineSource<>(input).createReader(new Context())) {
            reader.addSplits(List.of(new LineSplit<>(input, restored)));
            reader.notifyNoMoreSplits();
            Output output = new Output(lines);
            InputStatus status = InputStatus.MORE_AVAILABLE;
            for (int polls = 0; status != InputStatus.END_OF_INPUT; polls++) {
                assertThat(polls).as("polls").isLessThan(10);
                status = reader.pollNext(output);
            }
        }
        assertThat(lines).hasSize(expected);
    }

    private record Text(String text) implements LineInput<String> {
        @Override
        public String location() {
            return "text";
        }

        @Override
        public ParsedLines<String> open() throws IOException {
            return new ParsedLines<>(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    StandardCharsets.UTF_8) {
                @Override
                protected String parse(Line line) {
                    return line.text();
                }
            };
        }
    }

    private record Output(List<String> lines) implements ReaderOutput<String> {
        @Override
        public void collect(String line) {
            lines.add(line);
        }

        @Override
        public void collect(String line, long timestamp) {
            lines.add(line);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}

        @Override
        public SourceOutput<String> createOutputForSplit(String splitId) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String splitId) {}
    }

    private record Context() implements SourceReaderContext {
        @Override
        public SourceReaderMetricGroup metricGroup() {
            return UnregisteredMetricsGroup.createSourceReaderMetricGroup();
        }

        @Override
        public Configuration getConfiguration() {
            return new Configuration();
        }

        @Override
        public String getLocalHostName() {
            return "localhost";
        }

        @Override
        public int getIndexOfSubtask() {
            return 0;
        }

        @Override
        public void sendSplitRequest() {}

        @Override
        public void sendSourceEventToCoordinator(SourceEvent event) {}

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            return SimpleUserCodeClassLoader.create(getClass().getClassLoader());
        }
    }
}
