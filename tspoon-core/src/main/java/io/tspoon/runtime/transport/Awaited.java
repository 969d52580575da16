/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/**
 * What a participant waits for before it judges more of what is in its chains: the index of the
 * coordinator that has promised least, or one of these numbers.
 */
@Internal
public final class Awaited {
    /** All coordinators have left. */
    public static final int NOTHING = -1;

    /** Too much before the next transaction may still change. */
    public static final int DECISIONS = -2;

    /** Accesses run again. */
    public static final int REPAIR = -3;

    /** An access has thrown an exception on a value that may still change. */
    public static final int FINAL_VALUE = -4;

    /** A function in an open operator has values from here. */
    public static final int FUNCTION = -5;

    private Awaited() {}
}
