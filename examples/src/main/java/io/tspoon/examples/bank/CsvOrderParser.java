/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Parses one line of separated values. Quotes are as in RFC 4180, but a value cannot contain a line
 * break: a line that opens quotes and does not close them is malformed, and so are those up to the
 * one that closes them. What stands in the text of an order is not another order.
 */
final class CsvOrderParser implements OrderParser {
    private static final char QUOTE = '"';

    private final CSVFormat format;
    private final CsvColumns columns;
    private boolean isInsideQuotes;

    CsvOrderParser(CSVFormat format, CsvColumns columns) {
        this.format = format;
        this.columns = columns;
    }

    /** The format of values with this separator. */
    static CSVFormat format(char separator) {
        return CSVFormat.DEFAULT.builder().setDelimiter(separator).setTrim(true).get();
    }

    /** The values of a line. */
    static List<String> values(CSVFormat format, String line) throws MalformedOrderException {
        try {
            List<CSVRecord> records = format.parse(new StringReader(line)).getRecords();
            return records.isEmpty() ? List.of() : records.get(0).toList();
        } catch (IOException | UncheckedIOException e) {
            throw new MalformedOrderException("quotes are wrong");
        }
    }

    @Override
    public PaymentOrder parse(String line) throws MalformedOrderException {
        List<String> values = unquoted(line);
        if (values.size() != columns.size()) {
            throw new MalformedOrderException(
                    "it has " + values.size() + " columns, the first line has " + columns.size());
        }
        return OrderParser.order(
                columns.value(OrderField.ID, values),
                columns.value(OrderField.PAYER, values),
                columns.value(OrderField.PAYEE_BANK, values),
                columns.value(OrderField.PAYEE, values),
                amount(columns.value(OrderField.AMOUNT, values)));
    }

    private List<String> unquoted(String line) throws MalformedOrderException {
        boolean hasOddQuotes = line.chars().filter(unit -> unit == QUOTE).count() % 2 != 0;
        if (isInsideQuotes) {
            isInsideQuotes = !hasOddQuotes;
            throw new MalformedOrderException("it is inside quotes that a line before it opens");
        }
        try {
            return values(format, line);
        } catch (MalformedOrderException e) {
            isInsideQuotes = hasOddQuotes;
            throw e;
        }
    }

    private static long amount(String text) throws MalformedOrderException {
        try {
            return Money.parse(text);
        } catch (NumberFormatException e) {
            throw new MalformedOrderException(String.valueOf(e.getMessage()));
        }
    }
}
