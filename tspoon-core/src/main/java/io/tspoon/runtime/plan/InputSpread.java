/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

/** Which coordinator gets an input element, and gets it again after a restore. */
public enum InputSpread {
    /** Any: another one perhaps. */
    ANY,
    /** The one that its content stands for. */
    BY_CONTENT,
    /** The first. */
    SINGLE;

    /** The coordinator that elements of this content go to, if they are spread by it. */
    public static int coordinatorOf(long contentLow, int parallelism) {
        return (int) Long.remainderUnsigned(contentLow, parallelism);
    }
}
