/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import java.time.InstantSource;

/** Numbers that no timers had before, also in an earlier run. */
final class Stamps {
    /** In bits: many more than an instance can use. */
    private static final int PER_MS = 20;

    private long last;

    Stamps(InstantSource clock) {
        last = clock.millis() << PER_MS;
    }

    long next() {
        return ++last;
    }
}
