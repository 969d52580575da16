/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.transaction.ReturnedInputs;

/** What results tell of the elements of which they are. */
public enum Told {
    /** Nothing, as in all workloads that are not about this. */
    NOTHING(ReturnedInputs.NONE, false, false),
    /**
     * Nothing, behind an operator that could give elements a time: what times are compared with.
     */
    NO_TIME(ReturnedInputs.NONE, true, false),
    /** Their time. */
    TIME(ReturnedInputs.NONE, true, true),
    /** Those of aborted transactions the element. */
    ABORTED_INPUTS(ReturnedInputs.ABORTED, false, false),
    /** The element. */
    INPUTS(ReturnedInputs.ALL, false, false);

    private final ReturnedInputs returned;
    private final boolean assigned;
    private final boolean timed;

    Told(ReturnedInputs returned, boolean assigned, boolean timed) {
        this.returned = returned;
        this.assigned = assigned;
        this.timed = timed;
    }

    /** Which results give their element back. */
    public ReturnedInputs returned() {
        return returned;
    }

    /** Whether there is an operator that could give elements a time. */
    public boolean isAssigned() {
        return assigned;
    }

    /** Whether elements have a time. */
    public boolean isTimed() {
        return timed;
    }
}
