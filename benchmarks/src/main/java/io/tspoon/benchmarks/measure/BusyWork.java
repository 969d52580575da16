/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import java.io.Serializable;

/**
 * What a function costs besides: it keeps its processor busy, as a computation would.
 *
 * @param ms for each access; 0 for none
 */
public record BusyWork(int ms) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Accesses cost nothing besides. */
    public static final BusyWork NONE = new BusyWork(0);

    /** Keeps the processor busy. */
    public void run() {
        if (ms > 0) {
            long end = System.nanoTime() + ms * 1_000_000L;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }
}
