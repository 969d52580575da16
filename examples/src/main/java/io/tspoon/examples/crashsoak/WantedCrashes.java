/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which crashes are to come.
 *
 * @param kinds of which they are
 * @param each whether each of them has to happen; else as many as there is time for
 */
record WantedCrashes(Set<CrashKind> kinds, boolean each) {
    /** Kinds that have not happened. */
    Set<CrashKind> missing(Map<CrashKind, Integer> happened) {
        Set<CrashKind> missing = EnumSet.noneOf(CrashKind.class);
        missing.addAll(kinds);
        missing.removeAll(happened.keySet());
        return missing;
    }

    /** Whether some have not happened that have to; a run without any has shown nothing. */
    boolean isOwed(Map<CrashKind, Integer> happened) {
        return each ? !missing(happened).isEmpty() : !kinds.isEmpty() && happened.isEmpty();
    }
}
