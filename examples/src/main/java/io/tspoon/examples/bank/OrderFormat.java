/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

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

    /** The parser for an input, and whether the first line is a header, so not an order. */
    record Detected(OrderParser parser, boolean header) {}

    /**
     * Chooses the parser for an input.
     *
     * @throws IllegalArgumentException if a column that the user named is missing
     */
    Detected detect(ColumnNames names, String firstLine) throws MalformedOrderException {
        OrderFormat format = this == AUTO ? guess(firstLine) : this;
        if (format == JSON) {
            return new Detected(new JsonOrderParser(names), false);
        }
        CSVFormat separated = CsvOrderParser.format(separator(format, firstLine));
        CsvColumns columns = CsvColumns.find(names, CsvOrderParser.values(separated, firstLine));
        return new Detected(new CsvOrderParser(separated, columns), columns.hasHeader());
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
