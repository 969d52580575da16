/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.io.IOException;

/** The JobManager's answer is a refusal; the message holds its words. */
public final class RestException extends IOException {
    private static final long serialVersionUID = 1L;

    RestException(String request, int status, String answer) {
        super("Cannot do request: " + answer + ", request=" + request + ", status=" + status);
    }
}
