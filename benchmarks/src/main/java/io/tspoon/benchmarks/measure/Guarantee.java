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
    /** In names of configurations, for instance {@code tb-pl3}. */
    public String label() {
        String mechanism = control == ConcurrencyControl.LOCK_BASED ? "lb" : "tb";
        return mechanism + "-" + level.name().toLowerCase(Locale.ROOT);
    }
}
