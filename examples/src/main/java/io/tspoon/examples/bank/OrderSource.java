/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReader;
import org.apache.flink.core.io.SimpleVersionedSerializer;

import java.util.Collection;
import java.util.List;

/**
 * Reads a file, standard input or the sample in the order of its lines, so with parallelism 1.
 *
 * <p>A checkpoint contains the number of the last line; after a failure the source reads the file
 * again and skips the lines up to there. Standard input cannot be read again. The reader waits for
 * lines on its task's thread, so no transactional operator may be chained to it.
 */
final class OrderSource implements Source<InputLine, OrderSplit, Collection<OrderSplit>> {
    private static final long serialVersionUID = 1L;

    private final OrderInput input;

    OrderSource(OrderInput input) {
        this.input = input;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<InputLine, OrderSplit> createReader(SourceReaderContext context) {
        return new Reader(context);
    }

    @Override
    public SplitEnumerator<OrderSplit, Collection<OrderSplit>> createEnumerator(
            SplitEnumeratorContext<OrderSplit> context) {
        return new IteratorSourceEnumerator<>(context, List.of(new OrderSplit(input, 0)));
    }

    @Override
    public SplitEnumerator<OrderSplit, Collection<OrderSplit>> restoreEnumerator(
            SplitEnumeratorContext<OrderSplit> context, Collection<OrderSplit> checkpoint) {
        return new IteratorSourceEnumerator<>(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<OrderSplit> getSplitSerializer() {
        return new OrderSplitSerializer(input);
    }

    @Override
    public SimpleVersionedSerializer<Collection<OrderSplit>> getEnumeratorCheckpointSerializer() {
        return new OrderSplitSerializer(input).ofCollections();
    }

    /** Closes the file if the task ends early. */
    private static final class Reader
            extends IteratorSourceReader<InputLine, OrderSplit.Lines, OrderSplit> {
        Reader(SourceReaderContext context) {
            super(context);
        }

        @Override
        public void close() throws Exception {
            if (iterator != null) {
                iterator.close();
            }
            super.close();
        }
    }
}
