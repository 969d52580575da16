/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ReadableConfig;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Finds configuration keys that match no option, because a misspelt option would silently change
 * nothing.
 */
@Internal
public final class OptionKeys {
    private OptionKeys() {}

    /**
     * The keys that begin with a prefix but belong to no option, in alphabetical order. Each is
     * described by a reason and a fix for an error message.
     *
     * @param known keys of all options that begin with the prefix, at least one
     */
    public static List<String> unknown(
            ReadableConfig configured, String prefix, Collection<String> known) {
        return configured.toMap().keySet().stream()
                .filter(key -> key.startsWith(prefix) && !known.contains(key))
                .sorted()
                .map(key -> describe(key, known))
                .toList();
    }

    private static String describe(String key, Collection<String> known) {
        Comparator<String> byDistance = Comparator.comparingInt(other -> distance(key, other));
        String nearest = known.stream().min(byDistance.thenComparing(other -> other)).orElseThrow();
        return "there is no such option, key="
                + key
                + ". Did you mean "
                + nearest
                + "? Correct or remove it.";
    }

    /** The Levenshtein distance: how many letters must be inserted, removed or replaced. */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[above.length];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[other.length()];
    }
}
