/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The command-line options that say how text is read, and how much of it must be readable. */
public final class InputOptions {
    private static final int ALL_PERCENT = 100;

    @Option(
            names = "--encoding",
            paramLabel = "CHARSET",
            description = {
                "Encoding of files and of standard input, such as windows-1252 or UTF-16.",
                "A line with bytes that are not in it is malformed. Default: UTF-8."
            })
    private @Nullable Charset encoding;

    @Option(
            names = "--max-rejected",
            paramLabel = "PERCENT",
            description = {
                "How much of the input may be malformed; with more the exit code is 4.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int maxRejectedPercent = 50;

    /**
     * The encoding of files and of standard input.
     *
     * @throws WrongUseException if lines cannot be told in it
     */
    public Charset encoding() {
        if (encoding == null) {
            return StandardCharsets.UTF_8;
        }
        if (!encoding.canEncode()) {
            throw new WrongUseException(
                    "Cannot read text: Java only guesses at this encoding, --encoding="
                            + encoding
                            + ". Name the one that the text has, such as UTF-8.");
        }
        return encoding;
    }

    /**
     * How much of the input must be readable.
     *
     * @param isTopic whether messages are read, which are UTF-8 and need not be there
     * @throws WrongUseException if an option is invalid
     */
    public InputQuality quality(boolean isTopic) {
        if (isTopic && encoding != null) {
            throw new WrongUseException(
                    "Cannot decode messages: they are JSON in UTF-8, --encoding="
                            + encoding
                            + ". Leave it out with --kafka.");
        }
        if (maxRejectedPercent < 0 || maxRejectedPercent > ALL_PERCENT) {
            throw new WrongUseException(
                    "Cannot judge input: there is no such percentage, --max-rejected="
                            + maxRejectedPercent
                            + ". Give 0 to 100.");
        }
        return new InputQuality(maxRejectedPercent, isTopic);
    }
}
