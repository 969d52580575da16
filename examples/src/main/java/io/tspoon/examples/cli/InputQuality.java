/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import java.util.Locale;

/**
 * How much of the input must be readable for a job to be {@link JobVerdict.Word#SOUND}.
 *
 * @param maxRejectedPercent how many of a hundred lines or messages may be malformed, 0 to 100; if
 *     all are, nothing was read, which is never sound
 * @param mayBeEmpty whether the input may have none, as a topic may
 */
public record InputQuality(int maxRejectedPercent, boolean mayBeEmpty) {
    private static final int ALL_PERCENT = 100;

    /**
     * Judges what a job that is sound otherwise has read.
     *
     * @param read well-formed lines or messages
     * @param rejected malformed ones
     * @param sound what to say if enough could be read
     */
    public JobVerdict judge(long read, long rejected, String sound) {
        long all = read + rejected;
        if (all == 0) {
            return mayBeEmpty
                    ? JobVerdict.sound(sound)
                    : JobVerdict.rejected("the input has no line to execute.");
        }
        if (read == 0) {
            return JobVerdict.rejected(
                    String.format(Locale.ROOT, "nothing could be read, malformed=%,d.", rejected));
        }
        if (rejected * ALL_PERCENT > all * maxRejectedPercent) {
            return JobVerdict.rejected(
                    String.format(
                            Locale.ROOT,
                            "too much is malformed, malformed=%,d, read=%,d, --max-rejected=%d"
                                    + " (percent). What was read is executed.",
                            rejected,
                            read,
                            maxRejectedPercent));
        }
        return JobVerdict.sound(
                rejected == 0
                        ? sound
                        : String.format(
                                Locale.ROOT, "%s Malformed: %,d of %,d.", sound, rejected, all));
    }
}
