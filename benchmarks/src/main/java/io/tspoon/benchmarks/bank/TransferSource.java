/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** Random transfers, made by each subtask for itself; there are no splits to hand out. */
final class TransferSource implements Source<Transfer, TransferSource.NoSplit, Boolean> {
    private static final long serialVersionUID = 1L;

    private final Load load;

    TransferSource(Load load) {
        this.load = load;
    }

    @Override
    public Boundedness getBoundedness() {
        return load.limit() > 0 ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Transfer, NoSplit> createReader(SourceReaderContext context) {
        return new TransferReader(load, context.getIndexOfSubtask(), context.currentParallelism());
    }

    @Override
    public SplitEnumerator<NoSplit, Boolean> createEnumerator(
            SplitEnumeratorContext<NoSplit> context) {
        return new NoEnumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, Boolean> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, Boolean checkpoint) {
        return new NoEnumerator();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new Nothing<>(new NoSplit());
    }

    @Override
    public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
        return new Nothing<>(true);
    }

    /** Flink wants a type for splits. */
    record NoSplit() implements SourceSplit {
        @Override
        public String splitId() {
            return "none";
        }
    }

    private record Nothing<T>(T value) implements SimpleVersionedSerializer<T> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T written) {
            return new byte[0];
        }

        @Override
        public T deserialize(int version, byte[] serialized) {
            return value;
        }
    }

    private static final class NoEnumerator implements SplitEnumerator<NoSplit, Boolean> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Boolean snapshotState(long checkpoint) {
            return true;
        }

        @Override
        public void close() {}
    }
}
