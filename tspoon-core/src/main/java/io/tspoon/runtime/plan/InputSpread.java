/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

/** Which coordinator an input element goes to, also when it is replayed after a restore. */
@Internal
public enum InputSpread {
    /** Any coordinator; after a restore perhaps another one. */
    ANY,
    /** The coordinator chosen by the content of the element. */
    BY_CONTENT,
    /** The first coordinator. */
    SINGLE;

    /** The coordinator that elements with this content go to, if they are spread by content. */
    public static int coordinatorOf(long contentLow, int parallelism) {
        return (int) Long.remainderUnsigned(contentLow, parallelism);
    }
}
