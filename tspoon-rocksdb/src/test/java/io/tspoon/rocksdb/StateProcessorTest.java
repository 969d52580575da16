/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import static io.tspoon.rocksdb.TestJob.KEPT;
import static io.tspoon.rocksdb.TestJob.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

/** Flink's own tool reads checkpoints of jobs with kept files. */
class StateProcessorTest {
    @TempDir Path storage;
    @TempDir Path process;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "kept"})
    void readsCheckpoint(String backend) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend.equals("kept") ? KEPT : PLAIN);
        try (TestJob job = new TestJob(storage, process)) {
            job.start(KEPT, 2).write("a").checkpoint();
            job.start(KEPT, 3).write(5, "b").checkpoint();

            assertThat(read(job.metadata().getParent(), configuration)).isEqualTo(job.expected());
        }
    }

    private static Map<Integer, String> read(Path checkpoint, Configuration configuration)
            throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        Map<Integer, String> found = new HashMap<>();
        try (var lines =
                SavepointReader.read(environment, checkpoint.toUri().toString())
                        .readKeyedState(
                                OperatorIdentifier.forUidHash(TestJob.OPERATOR.toHexString()),
                                new Reader(),
                                Types.INT,
                                Types.STRING)
                        .executeAndCollect()) {
            lines.forEachRemaining(
                    line -> {
                        int end = line.indexOf(' ');
                        found.put(Integer.valueOf(line.substring(0, end)), line.substring(end + 1));
                    });
        }
        return found;
    }

    private static final class Reader extends KeyedStateReaderFunction<Integer, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> state;

        @Override
        public void open(OpenContext context) {
            state =
                    getRuntimeContext()
                            .getState(
                                    new ValueStateDescriptor<>("value", StringSerializer.INSTANCE));
        }

        @Override
        public void readKey(Integer key, Context context, Collector<String> out) throws Exception {
            out.collect(key + " " + state.value());
        }
    }
}
