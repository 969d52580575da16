/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.core.io.InputStatus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;

/**
 * A sequence of numbers in which some wait until the test opens a gate: their instance of the
 * source says nothing meanwhile, and does not end, while the others go on. Blocks no thread. A gate
 * that is closed again holds what a restarted job is given once more.
 */
public final class GatedNumbers extends NumberSequenceSource {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, CompletableFuture<Void>> GATES =
            new ConcurrentHashMap<>();

    private final List<Gate> gates;

    /**
     * Numbers that wait, and all behind them in the same instance with them.
     *
     * @param name unique to the test
     * @param from the first number that waits
     * @param to the first number after it that does not
     */
    public record Gate(String name, long from, long to) implements java.io.Serializable {}

    /**
     * @param first the first number
     * @param count how many there are
     */
    public GatedNumbers(long first, long count, Gate... gates) {
        super(first, first + count - 1);
        this.gates = List.of(gates);
    }

    /** Lets the numbers through. */
    public static void open(String name) {
        gate(name).complete(null);
    }

    /** Waits until the gate is open, in a function that a test holds. */
    public static void await(String name) throws InterruptedException, ExecutionException {
        gate(name).get();
    }

    /** Lets no more numbers through. */
    public static void close(String name) {
        GATES.remove(name);
    }

    private static CompletableFuture<Void> gate(String name) {
        return GATES.computeIfAbsent(name, any -> new CompletableFuture<>());
    }

    @Override
    public SourceReader<Long, NumberSequenceSplit> createReader(SourceReaderContext context) {
        return new Reader(context, gates);
    }

    private static final class Reader implements SourceReader<Long, NumberSequenceSplit> {
        private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

        private final SourceReaderContext context;
        private final List<Gate> gates;
        private final Deque<NumberSequenceSplit> splits = new ArrayDeque<>();
        private CompletableFuture<Void> splitsArrive = new CompletableFuture<>();
        private boolean noMoreSplits;

        Reader(SourceReaderContext context, List<Gate> gates) {
            this.context = context;
            this.gates = gates;
        }

        @Override
        public void start() {
            if (splits.isEmpty()) {
                context.sendSplitRequest();
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            NumberSequenceSplit split = splits.peek();
            if (split == null) {
                return noMoreSplits ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
            }
            if (!gateOf(split.from()).isDone()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            output.collect(split.from());
            splits.remove();
            if (split.from() < split.to()) {
                splits.addFirst(
                        new NumberSequenceSplit(split.splitId(), split.from() + 1, split.to()));
            } else if (splits.isEmpty() && !noMoreSplits) {
                context.sendSplitRequest();
            }
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            NumberSequenceSplit split = splits.peek();
            if (split != null) {
                return gateOf(split.from());
            }
            return noMoreSplits ? NOW : splitsArrive;
        }

        private CompletableFuture<Void> gateOf(long number) {
            for (Gate gate : gates) {
                if (gate.from <= number && number < gate.to) {
                    return gate(gate.name);
                }
            }
            return NOW;
        }

        @Override
        public List<NumberSequenceSplit> snapshotState(long checkpointId) {
            return List.copyOf(splits);
        }

        @Override
        public void addSplits(List<NumberSequenceSplit> more) {
            more.stream().filter(split -> split.from() <= split.to()).forEach(splits::add);
            splitsArrived();
        }

        @Override
        public void notifyNoMoreSplits() {
            noMoreSplits = true;
            splitsArrived();
        }

        private void splitsArrived() {
            splitsArrive.complete(null);
            splitsArrive = new CompletableFuture<>();
        }

        @Override
        public void close() {}
    }
}
