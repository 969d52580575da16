/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.commons.csv.CSVFormat;

/** How the lines of an input are written. */
enum OrderFormat {
    /** By the first line. */
    AUTO,
    /** Comma or semicolon separated. */
    CSV,
    /** Tab separated. */
    TSV,
    /** One JSON object in a line. */
    JSON;

    /** A parser for an input, and whether its first line is a header and so no order. */
    record Detected(OrderParser parser, boolean header) {}

    /**
     * Finds out how to read an input.
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
