/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.Path;

/**
 * A segment that exists.
 *
 * @param bytes its size when it was found
 */
record SegmentFile(Path path, long bytes) {}
