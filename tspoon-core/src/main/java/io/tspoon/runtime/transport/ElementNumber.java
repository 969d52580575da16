/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.annotation.Internal;

/**
 * Says which element of a batch a fragment comes from, as one number: its place, and in the highest
 * bit whether an abort concerns that element alone. Without batches all numbers are 0.
 */
@Internal
public final class ElementNumber {
    private static final int REJECTING = 1 << 31;

    private ElementNumber() {}

    /** The number of an element that may be rejected alone. */
    public static int rejecting(int place) {
        return place | REJECTING;
    }

    /** Whether an abort concerns the element alone. */
    public static boolean isRejecting(int number) {
        return number < 0;
    }

    public static int place(int number) {
        return number & ~REJECTING;
    }
}
