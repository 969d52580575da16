/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import java.io.Serializable;
import java.util.Map;

/**
 * How a t-graph lets others read its states.
 *
 * @param options of the server, as far as the job gives them; keys begin with {@code tspoon.query.}
 * @param retentionMs how far back snapshots can be read that nobody has pinned
 * @param retainedVersions so many versions are retained at most, in each instance of a state
 */
public record ReadSettings(Map<String, String> options, long retentionMs, int retainedVersions)
        implements Serializable {}
