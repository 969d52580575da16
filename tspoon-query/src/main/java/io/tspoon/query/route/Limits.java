/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

/**
 * What a server does at most.
 *
 * @param maxEntries keys in a request, or entries of a page
 * @param maxScannedKeys keys of one instance that a scan looks at
 * @param maxConcurrentScans scans of instances at once
 * @param maxRequestBytes size of the body of a request in bytes
 * @param maxResultBytes size of an answer in bytes
 * @param maxTimeoutMs milliseconds that a request takes
 * @param pageLeaseMs milliseconds between two pages
 * @param snapshotMaxAgeMs milliseconds for which a snapshot is shared
 */
public record Limits(
        int maxEntries,
        int maxScannedKeys,
        int maxConcurrentScans,
        int maxRequestBytes,
        long maxResultBytes,
        long maxTimeoutMs,
        long pageLeaseMs,
        long snapshotMaxAgeMs) {}
