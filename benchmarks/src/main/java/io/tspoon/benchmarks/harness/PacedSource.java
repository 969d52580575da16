/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.List;

/**
 * Random elements, made by each subtask for itself; there are no splits to hand out.
 *
 * <p>A job that is restored gets them from the first one on.
 *
 * @param <T> type of the elements
 */
public final class PacedSource<T> implements Source<T, PacedSource.NoSplit, Boolean> {
    private static final long serialVersionUID = 1L;

    private final Elements<T> elements;
    private final double perSecond;
    private final boolean bounded;
    private final @Nullable Inspected<T> inspected;

    /**
     * A source that nobody inspects.
     *
     * @param elements makes them
     * @param perSecond elements due per second over all subtasks; 0 for as fast as they are taken
     * @param bounded whether they end
     */
    public PacedSource(Elements<T> elements, double perSecond, boolean bounded) {
        this(elements, perSecond, bounded, null);
    }

    private PacedSource(
            Elements<T> elements,
            double perSecond,
            boolean bounded,
            @Nullable Inspected<T> inspected) {
        this.elements = elements;
        this.perSecond = perSecond;
        this.bounded = bounded;
        this.inspected = inspected;
    }

    /**
     * The same source, which stops and asks when the run's {@link Inspection} says so.
     *
     * @param meter name of the run's meter
     * @param questions what it asks
     */
    public PacedSource<T> inspected(String meter, Elements<T> questions) {
        return new PacedSource<>(elements, perSecond, bounded, new Inspected<>(meter, questions));
    }

    /**
     * How a source is inspected.
     *
     * @param meter name of the run's meter
     * @param questions what it asks
     * @param <T> type of the elements
     */
    record Inspected<T>(String meter, Elements<T> questions) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public Boundedness getBoundedness() {
        return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
        return new PacedReader<>(
                elements,
                perSecond,
                inspected,
                context.getIndexOfSubtask(),
                context.currentParallelism());
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
    public record NoSplit() implements SourceSplit {
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
