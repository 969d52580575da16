/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.text;

import org.apache.flink.api.connector.source.lib.util.IteratorSourceSplit;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The whole input from a line on. It is all that a checkpoint contains of the source.
 *
 * @param line number of the last line that was emitted; 0 if there was none
 */
public record LineSplit<T>(LineInput<T> input, long line)
        implements IteratorSourceSplit<T, ParsedLines<T>> {

    @Override
    public String splitId() {
        return input.location();
    }

    @Override
    public ParsedLines<T> getIterator() {
        try {
            ParsedLines<T> lines = input.open();
            lines.skipTo(line);
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot read input: " + e.getMessage() + ", input=" + input.location(), e);
        }
    }

    @Override
    public LineSplit<T> getUpdatedSplitForIterator(ParsedLines<T> lines) {
        return new LineSplit<>(input, lines.taken());
    }
}
