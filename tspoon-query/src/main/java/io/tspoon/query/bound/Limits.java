/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import org.apache.flink.annotation.Internal;

/**
 * The limits of a server.
 *
 * @param maxEntries maximum number of keys in a request, or of entries on a page
 * @param maxScannedKeys maximum number of keys of one instance that a scan examines
 * @param maxConcurrentScans maximum number of scans of instances at once
 * @param maxRequestBytes maximum size of the body of a request
 * @param maxResultBytes maximum size of an answer
 * @param maxTimeoutMs maximum timeout of a request in milliseconds
 * @param pageLeaseMs maximum time between two pages in milliseconds
 * @param snapshotMaxAgeMs time for which requests share a snapshot, in milliseconds
 */
@Internal
public record Limits(
        int maxEntries,
        int maxScannedKeys,
        int maxConcurrentScans,
        int maxRequestBytes,
        long maxResultBytes,
        long maxTimeoutMs,
        long pageLeaseMs,
        long snapshotMaxAgeMs) {}
