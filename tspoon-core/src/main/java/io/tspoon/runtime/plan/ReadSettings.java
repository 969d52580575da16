/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the states of a t-graph can be read from outside.
 *
 * @param options of the server, as far as the job sets them; keys begin with {@code tspoon.query.}
 * @param retentionMs how far back snapshots can be read that nobody has pinned
 * @param retainedVersions highest number of versions retained in each instance of a state
 * @param outcomeMs how long outcomes can be asked for by key; 0 if they cannot
 * @param retainedOutcomes highest number of outcomes retained by each coordinator
 * @param maxIndexEntries highest number of entries of an index of each instance
 */
@Internal
public record ReadSettings(
        Map<String, String> options,
        long retentionMs,
        int retainedVersions,
        long outcomeMs,
        int retainedOutcomes,
        int maxIndexEntries)
        implements Serializable {

    /** Without the values of tokens and passwords. */
    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>(options);
        shown.replaceAll((key, value) -> isSecret(key) ? "(hidden)" : value);
        return "query-retention="
                + retentionMs
                + " ms, query-retained-versions="
                + retainedVersions
                + ", outcome-retention="
                + outcomeMs
                + " ms, retained-outcomes="
                + retainedOutcomes
                + ", max-index-entries="
                + maxIndexEntries
                + (shown.isEmpty() ? "" : ", " + shown);
    }

    private static boolean isSecret(String key) {
        return key.endsWith("token") || key.endsWith("password");
    }
}
