/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The crashes that a run wants.
 *
 * @param kinds kinds of the crashes
 * @param each whether each kind has to happen; otherwise as many as there is time for
 */
record WantedCrashes(Set<CrashKind> kinds, boolean each) {
    /** Kinds that have not happened yet. */
    Set<CrashKind> missing(Map<CrashKind, Integer> happened) {
        Set<CrashKind> missing = EnumSet.noneOf(CrashKind.class);
        missing.addAll(kinds);
        missing.removeAll(happened.keySet());
        return missing;
    }

    /**
     * Whether required crashes have not happened yet. At least one is always required, because a
     * run without a crash shows nothing.
     */
    boolean isOwed(Map<CrashKind, Integer> happened) {
        return each ? !missing(happened).isEmpty() : !kinds.isEmpty() && happened.isEmpty();
    }
}
