/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import java.time.Duration;

/**
 * How long tests wait for what must happen. It only bounds what hangs, so it is longer than any
 * machine needs.
 */
public final class Patience {
    public static final long SECONDS = 180;
    public static final Duration TIME = Duration.ofSeconds(SECONDS);

    private Patience() {}
}
