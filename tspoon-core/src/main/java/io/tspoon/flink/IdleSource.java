/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Gives nothing and never ends. It lets a t-graph run that only gets calls, as Flink wants a source
 * in front of each operator. Event time does not wait for it.
 *
 * @param <T> type of the elements that it does not give
 */
final class IdleSource<T> implements Source<T, IdleSource.NoSplit, IdleSource.Nothing> {
    private static final long serialVersionUID = 1L;

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
        return new IdleReader<>();
    }

    @Override
    public SplitEnumerator<NoSplit, Nothing> createEnumerator(
            SplitEnumeratorContext<NoSplit> context) {
        return new NoEnumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, Nothing> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, Nothing checkpoint) {
        return new NoEnumerator();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new NoBytes<>(new NoSplit());
    }

    @Override
    public SimpleVersionedSerializer<Nothing> getEnumeratorCheckpointSerializer() {
        return new NoBytes<>(new Nothing());
    }

    /** Flink wants a type for splits, of which there are none. */
    record NoSplit() implements SourceSplit {
        @Override
        public String splitId() {
            return "none";
        }
    }

    /** What a checkpoint has to hold. */
    record Nothing() {}

    private record NoBytes<V>(V value) implements SimpleVersionedSerializer<V> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(V written) {
            return new byte[0];
        }

        @Override
        public V deserialize(int version, byte[] serialized) {
            return value;
        }
    }

    /** Says once that nothing will come. */
    private static final class IdleReader<T> implements SourceReader<T, NoSplit> {
        private final CompletableFuture<Void> available = new CompletableFuture<>();

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) {
            output.markIdle();
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<NoSplit> snapshotState(long checkpoint) {
            return List.of();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return available;
        }

        @Override
        public void addSplits(List<NoSplit> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final class NoEnumerator implements SplitEnumerator<NoSplit, Nothing> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Nothing snapshotState(long checkpoint) {
            return new Nothing();
        }

        @Override
        public void close() {}
    }
}
