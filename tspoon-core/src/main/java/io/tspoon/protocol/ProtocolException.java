/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.apache.flink.annotation.Internal;

/** A rule of the protocol was violated, or one of its limits was exceeded. Fails the job. */
@Internal
public final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message);
    }
}
