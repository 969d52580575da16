/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.annotation.Internal;

/** Thrown to leave user code that has aborted its transaction. Has no stack trace. */
@Internal
public final class AbortSignal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AbortSignal() {
        super("The transaction was aborted by user code", null, false, false);
    }
}
