/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

/**
 * What a write-ahead log did.
 *
 * @param flushesPerSecond writes that were synced, of all coordinators
 * @param bytesPerSecond records that were written
 * @param transfersPerFlush how many shared a sync
 * @param syncMs median of appending 128 bytes to a file there and syncing it, with nothing else to
 *     do
 * @param fileSystem where the log is, for example {@code ext4}
 */
public record LogUse(
        double flushesPerSecond,
        double bytesPerSecond,
        double transfersPerFlush,
        double syncMs,
        String fileSystem) {}
