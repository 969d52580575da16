/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * What the job says of a state.
 *
 * @param maxParallelism maximum number of its instances
 * @param constraint name of the state's constraint; empty if there is none
 * @param retentionMs for how long old values are kept for readers, in milliseconds
 */
@Internal
public record StateRules(int maxParallelism, String constraint, long retentionMs) {}
