/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

/**
 * How a job that came to its end is judged: the last line that it prints, which begins with the
 * word of the verdict, and the exit code.
 *
 * @param text what was found, without the word
 */
public record JobVerdict(Word word, String text) {
    /** The verdicts, those that weigh more first. */
    public enum Word {
        /** Results or books are wrong. */
        NOT_SOUND("NOT SOUND", 3),
        /** Nothing could be compared. */
        NOT_CHECKED("NOT CHECKED", 5),
        /** What was read is sound, but too little of the input could be read. */
        REJECTED("REJECTED", 4),
        /** All is well. */
        SOUND("Sound", 0);

        private final String printed;
        private final int exitCode;

        Word(String printed, int exitCode) {
            this.printed = printed;
            this.exitCode = exitCode;
        }
    }

    /** All is well. */
    public static JobVerdict sound(String text) {
        return new JobVerdict(Word.SOUND, text);
    }

    /** Results or books are wrong. */
    public static JobVerdict notSound(String text) {
        return new JobVerdict(Word.NOT_SOUND, text);
    }

    /** Nothing could be compared, as the input was not read to its end. */
    public static JobVerdict notEnded() {
        return new JobVerdict(
                Word.NOT_CHECKED,
                "the job ended before its input did. For a verdict, stop it with --drain.");
    }

    /** Too little of the input could be read. */
    public static JobVerdict rejected(String text) {
        return new JobVerdict(Word.REJECTED, text);
    }

    public boolean isSound() {
        return word == Word.SOUND;
    }

    public int exitCode() {
        return word.exitCode;
    }

    /** The line to print, such as {@code Sound: ...}. */
    public String line() {
        return word.printed + ": " + text;
    }
}
