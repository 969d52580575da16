/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.text.Line;
import io.tspoon.examples.text.ParsedLines;
import io.tspoon.examples.text.UnreadableInputException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;

/**
 * Reads orders. Each line that is neither blank nor the header is an order or malformed. The first
 * line must show what the columns are: nobody knows what is in the others otherwise.
 */
final class OrderReader extends ParsedLines<InputLine> {
    private final OrderFormat format;
    private final ColumnNames names;
    private @Nullable OrderParser parser;

    OrderReader(InputStream input, Charset charset, OrderFormat format, ColumnNames names)
            throws IOException {
        super(input, charset);
        this.format = format;
        this.names = names;
    }

    @Override
    protected @Nullable InputLine parse(Line line) {
        OrderParser found = parser;
        try {
            if (found == null) {
                return first(line);
            }
            if (!line.isText()) {
                throw new MalformedOrderException(line.problem());
            }
            return order(found, line);
        } catch (MalformedOrderException e) {
            return InputLine.malformed(line.number(), line.text(), String.valueOf(e.getMessage()));
        }
    }

    private @Nullable InputLine first(Line line) throws MalformedOrderException {
        if (!line.isText()) {
            throw unreadable(line, line.problem());
        }
        OrderFormat.Detected detected = detect(line);
        parser = detected.parser();
        return switch (detected.firstLine()) {
            case HEADER -> null;
            case LINE -> order(detected.parser(), line);
            case LAYOUT -> layout(detected.parser(), line);
        };
    }

    private OrderFormat.Detected detect(Line line) {
        try {
            return format.detect(names, line.text());
        } catch (MalformedOrderException e) {
            throw unreadable(line, String.valueOf(e.getMessage()));
        }
    }

    private static InputLine layout(OrderParser orders, Line line) {
        try {
            return order(orders, line);
        } catch (MalformedOrderException e) {
            throw unreadable(line, String.valueOf(e.getMessage()));
        }
    }

    private static InputLine order(OrderParser orders, Line line) throws MalformedOrderException {
        return InputLine.wellFormed(line.number(), orders.parse(line.text()));
    }

    private static UnreadableInputException unreadable(Line line, String reason) {
        return new UnreadableInputException(
                "line "
                        + line.number()
                        + " neither names the columns nor is an order ("
                        + reason
                        + ")",
                "Remove lines before the header. If line 1 is the header, say with --columns what"
                        + " its names are.");
    }
}
