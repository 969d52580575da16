/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Reads an input in the order of its lines, so with parallelism 1.
 *
 * <p>A checkpoint contains the number of the last line; after a failure the source reads the file
 * again and skips the lines up to there. Standard input cannot be read again. The reader waits for
 * lines on its task's thread, so no transactional operator may be chained to it.
 *
 * @param <T> what a line says
 */
public final class LineSource<T> implements Source<T, LineSplit<T>, Collection<LineSplit<T>>> {
    private static final long serialVersionUID = 1L;

    private final LineInput<T> input;

    public LineSource(LineInput<T> input) {
        this.input = input;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<T, LineSplit<T>> createReader(SourceReaderContext context) {
        return new Reader<>(context);
    }

    @Override
    public SplitEnumerator<LineSplit<T>, Collection<LineSplit<T>>> createEnumerator(
            SplitEnumeratorContext<LineSplit<T>> context) {
        return new IteratorSourceEnumerator<>(context, List.of(new LineSplit<>(input, 0)));
    }

    @Override
    public SplitEnumerator<LineSplit<T>, Collection<LineSplit<T>>> restoreEnumerator(
            SplitEnumeratorContext<LineSplit<T>> context, Collection<LineSplit<T>> checkpoint) {
        return new IteratorSourceEnumerator<>(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<LineSplit<T>> getSplitSerializer() {
        return new LineSplitSerializer<>(input);
    }

    @Override
    public SimpleVersionedSerializer<Collection<LineSplit<T>>> getEnumeratorCheckpointSerializer() {
        return new LineSplitSerializer<>(input).ofCollections();
    }

    /**
     * Closes the file if the task ends early. Ends where the class above fails: at an input without
     * lines, and after a failure behind the last line.
     */
    private static final class Reader<T>
            extends IteratorSourceReader<T, ParsedLines<T>, LineSplit<T>> {
        Reader(SourceReaderContext context) {
            super(context);
        }

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) {
            try {
                return super.pollNext(output);
            } catch (NoSuchElementException e) {
                // It asks a new split for its first line without asking whether there is one.
                if (iterator == null || iterator.hasNext()) {
                    throw e;
                }
                return InputStatus.MORE_AVAILABLE;
            }
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
