/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.UnreadableInputException;

import org.apache.commons.csv.CSVFormat;

/** The formats of an input. Add another format here, with an {@link OrderParser} for it. */
enum OrderFormat {
    /** Detected from the first line. */
    AUTO,
    /** Separated by commas or semicolons. */
    CSV,
    /** Separated by tabs. */
    TSV,
    /** One JSON object per line. */
    JSON;

    /** What the first line is. */
    enum FirstLine {
        /** It names the columns, and is no order. */
        HEADER,
        /** It shows by its values what the columns are, so it must be an order. */
        LAYOUT,
        /** A line as any other. */
        LINE
    }

    /** The parser for an input, and what its first line is. */
    record Detected(OrderParser parser, FirstLine firstLine) {}

    /**
     * Chooses the parser for an input.
     *
     * @throws UnreadableInputException if it is not known what the columns are
     */
    Detected detect(ColumnNames names, String firstLine) throws MalformedOrderException {
        OrderFormat format = this == AUTO ? guess(firstLine) : this;
        if (format == JSON) {
            return new Detected(new JsonOrderParser(names), FirstLine.LINE);
        }
        CSVFormat separated = CsvOrderParser.format(separator(format, firstLine));
        CsvColumns columns = CsvColumns.find(names, CsvOrderParser.values(separated, firstLine));
        return new Detected(new CsvOrderParser(separated, columns), columns.firstLine());
    }

    private static OrderFormat guess(String firstLine) {
        if (firstLine.stripLeading().startsWith("{")) {
            return JSON;
        }
        return firstLine.indexOf('\t') >= 0 ? TSV : CSV;
    }

    private static char separator(OrderFormat format, String firstLine) {
        if (format == TSV) {
            return '\t';
        }
        return firstLine.indexOf(';') >= 0 && firstLine.indexOf(',') < 0 ? ';' : ',';
    }
}
