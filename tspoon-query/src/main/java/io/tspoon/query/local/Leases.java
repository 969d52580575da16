/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.read.ReadableState;

import java.time.Duration;

/** How long pins last. */
final class Leases {
    private static final long MAX_MS = ReadableState.LONGEST_DURATION.toMillis();

    private Leases() {}

    /** A lease as another server asks for it, as far as instances give it. */
    static Duration ofMs(long leaseMs) {
        return Duration.ofMillis(Math.max(1, Math.min(MAX_MS, leaseMs)));
    }
}
