/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.connector.source.lib.util.IteratorSourceSplit;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The whole input from a line on. It is all that a checkpoint contains of the source.
 *
 * @param line number of the last line that was emitted; 0 if there was none
 */
record OrderSplit(OrderInput input, long line)
        implements IteratorSourceSplit<InputLine, OrderSplit.Lines> {

    @Override
    public String splitId() {
        return input.location();
    }

    @Override
    public Lines getIterator() {
        try {
            OrderReader reader = input.open();
            reader.skipTo(line);
            return new Lines(reader, line);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read orders, input=" + input.location(), e);
        }
    }

    @Override
    public OrderSplit getUpdatedSplitForIterator(Lines lines) {
        return new OrderSplit(input, lines.passed);
    }

    /** The lines of a split. Remembers the number of the last one that was taken. */
    static final class Lines implements java.util.Iterator<InputLine> {
        private final OrderReader reader;
        private long passed;

        private Lines(OrderReader reader, long passed) {
            this.reader = reader;
            this.passed = passed;
        }

        @Override
        public boolean hasNext() {
            return reader.hasNext();
        }

        @Override
        public InputLine next() {
            InputLine line = reader.next();
            passed = line.number();
            return line;
        }

        void close() throws IOException {
            reader.close();
        }
    }
}
