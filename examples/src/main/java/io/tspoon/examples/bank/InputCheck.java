/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.examples.text.UnreadableInputException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks before the job starts whether its input can be read. */
final class InputCheck {
    private InputCheck() {}

    /**
     * @param embedded whether the job runs in this process
     * @throws WrongUseException if the input cannot be read
     */
    static OrderInput of(BankOptions options, boolean embedded) {
        ColumnNames names = columns(options.columns);
        if (options.input == null) {
            return OrderInput.sample(options.format, names);
        }
        String charset = options.text.encoding().name();
        if (options.input.equals(OrderInput.STDIN)) {
            if (!embedded) {
                throw new WrongUseException(
                        "Cannot read standard input: the job runs on a cluster, which does not"
                                + " have it. Give a file that the TaskManagers can read.");
            }
            return new OrderInput(OrderInput.STDIN, charset, options.format, names);
        }
        Path file = Path.of(options.input).toAbsolutePath().normalize();
        OrderInput input = new OrderInput(file.toString(), charset, options.format, names);
        if (embedded || Files.exists(file)) {
            check(file, input);
        }
        return input;
    }

    private static ColumnNames columns(@Nullable String option) {
        try {
            return option == null ? ColumnNames.defaults() : ColumnNames.parse(option);
        } catch (IllegalArgumentException e) {
            throw new WrongUseException("Cannot read --columns: " + e.getMessage());
        }
    }

    private static void check(Path file, OrderInput input) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new WrongUseException(
                    "Cannot read orders: no such file, or it may not be read, --input="
                            + file
                            + ". Check the path.");
        }
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (OrderReader reader = input.open()) {
            // The first line shows the layout.
            var unused = reader.hasNext();
        } catch (UnreadableInputException e) {
            throw new WrongUseException(
                    "Cannot read orders: " + e.getMessage() + ", --input=" + file + ". " + e.fix());
        } catch (IOException | UncheckedIOException e) {
            throw new WrongUseException(
                    "Cannot read orders: "
                            + e.getMessage()
                            + ", --input="
                            + file
                            + ". Check the file.");
        }
    }
}
