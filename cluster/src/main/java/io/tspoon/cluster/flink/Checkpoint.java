/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.time.Duration;

/**
 * A complete checkpoint.
 *
 * @param bytes that were written for it
 */
public record Checkpoint(Duration duration, long bytes) {}
