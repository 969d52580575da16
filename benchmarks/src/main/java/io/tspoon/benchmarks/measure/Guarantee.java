/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import java.util.Locale;

/**
 * How far transactions are kept apart, and how.
 *
 * @param control the mechanism
 * @param level the isolation level
 */
public record Guarantee(ConcurrencyControl control, IsolationLevel level) {
    /** Deterministic chains, which have one level. */
    public static final Guarantee CHAINS =
            new Guarantee(ConcurrencyControl.DETERMINISTIC, IsolationLevel.PL4);

    /** In names of configurations, for instance {@code tb-pl3}, or {@code dt}. */
    public String label() {
        return switch (control) {
            case LOCK_BASED -> "lb-" + level.name().toLowerCase(Locale.ROOT);
            case TIMESTAMP_BASED -> "tb-" + level.name().toLowerCase(Locale.ROOT);
            case DETERMINISTIC -> "dt";
        };
    }
}
