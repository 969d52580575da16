/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * Instances are pinned.
 *
 * @param timestamp the highest that any of them has applied
 */
@Internal
public record Pinned(long timestamp) {}
