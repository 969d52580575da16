/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.cli.WrongUseException;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The absolute paths of the files that the job writes.
 *
 * @param results file of the results; null for none
 * @param balances file of the balances; null for none
 * @param rejects file of the malformed lines; written only if there are any
 */
record OutputFiles(@Nullable String results, @Nullable String balances, String rejects) {
    private static final String DEFAULT_REJECTS = "bank-rejects.txt";

    /**
     * Finds the files that the options name.
     *
     * @throws WrongUseException if a file cannot be written, or two are the same
     */
    static OutputFiles of(BankOptions options, @Nullable OrderInput input, boolean embedded) {
        Path rejects = options.rejects == null ? defaultRejects(input) : absolute(options.rejects);
        OutputFiles files =
                new OutputFiles(text(options.results), text(options.balances), rejects.toString());
        Set<String> taken = new HashSet<>();
        if (input != null) {
            taken.add(input.location());
        }
        boolean mayReject = input != null && !input.isSample();
        check("--rejects", mayReject ? files.rejects : null, taken, embedded);
        check("--results", files.results, taken, embedded);
        check("--balances", files.balances, taken, embedded);
        return files;
    }

    private static Path defaultRejects(@Nullable OrderInput input) {
        if (input == null || !input.isFile()) {
            return absolute(DEFAULT_REJECTS);
        }
        Path beside = Path.of(input.location() + ".rejects");
        Path directory = beside.getParent();
        boolean writable = directory == null || Files.isWritable(directory);
        return writable ? beside : absolute(String.valueOf(beside.getFileName()));
    }

    private static void check(
            String option, @Nullable String file, Set<String> taken, boolean embedded) {
        if (file == null) {
            return;
        }
        if (!taken.add(file)) {
            throw new WrongUseException(
                    "Cannot write file: it is the input, or is written already, "
                            + option
                            + "="
                            + file
                            + ". Give each its own name.");
        }
        Path directory = Path.of(file).getParent();
        boolean writable =
                Files.isRegularFile(Path.of(file))
                        ? Files.isWritable(Path.of(file))
                        : directory != null
                                && Files.isWritable(directory)
                                && !Files.exists(Path.of(file));
        if (embedded && !writable) {
            throw new WrongUseException(
                    "Cannot write file: its directory is missing, or it may not be written, "
                            + option
                            + "="
                            + file
                            + ". Make the directory, or give another path.");
        }
    }

    private static @Nullable String text(@Nullable String option) {
        return option == null ? null : absolute(option).toString();
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize();
    }
}
