/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.Line;
import io.tspoon.examples.text.ParsedLines;
import io.tspoon.examples.text.UnreadableInputException;

import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;

/**
 * Reads opening balances: lines of account, amount, or of account, bank, amount. The first one may
 * be a header with these names. A single malformed line makes the file unreadable, because its
 * account would open with nothing.
 */
final class OpeningLines extends ParsedLines<OpeningLines.Opening> {
    /**
     * What an account opens with.
     *
     * @param balance minor units
     */
    record Opening(Account account, long balance) {}

    private static final List<String> NAMES = List.of("account", "bank", "amount");
    private static final List<String> WITHOUT_BANK = List.of("account", "amount");
    private static final CSVFormat FORMAT = CsvOrderParser.format(',');
    private static final String FIX = "Correct the line.";

    private int columns;

    OpeningLines(InputStream input, Charset charset) throws IOException {
        super(input, charset);
    }

    @Override
    protected @Nullable Opening parse(Line line) {
        try {
            if (!line.isText()) {
                throw new MalformedOrderException(line.problem());
            }
            List<String> values = CsvOrderParser.values(FORMAT, line.text());
            boolean isFirst = columns == 0;
            if (isFirst) {
                columns = values.size();
            }
            return isFirst && isHeader(values) ? null : opening(values);
        } catch (MalformedOrderException | NumberFormatException e) {
            throw new UnreadableInputException(
                    "line " + line.number() + ": " + e.getMessage(), FIX);
        }
    }

    private Opening opening(List<String> values) throws MalformedOrderException {
        boolean hasBank = columns == NAMES.size();
        boolean isKnown = hasBank || columns == WITHOUT_BANK.size();
        if (!isKnown || values.size() != columns) {
            throw new MalformedOrderException("it must be: account,amount or account,bank,amount");
        }
        String number = values.get(0);
        if (number.isBlank()) {
            throw new MalformedOrderException("account is empty");
        }
        long balance = Money.parse(values.get(columns - 1));
        return new Opening(new Account(hasBank ? values.get(1) : "", number), balance);
    }

    private static boolean isHeader(List<String> values) {
        List<String> names =
                values.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .map(name -> name.equals("balance") ? "amount" : name)
                        .toList();
        return names.equals(NAMES) || names.equals(WITHOUT_BANK);
    }
}
