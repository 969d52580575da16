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
 */
@Internal
public record ReadSettings(Map<String, String> options, long retentionMs, int retainedVersions)
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
                + ", "
                + shown;
    }

    private static boolean isSecret(String key) {
        return key.endsWith("token") || key.endsWith("password");
    }
}
