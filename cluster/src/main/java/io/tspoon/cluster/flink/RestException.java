/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.io.IOException;

/** Thrown if the JobManager refuses a request. The message contains its answer. */
public final class RestException extends IOException {
    private static final long serialVersionUID = 1L;

    RestException(String request, int status, String answer) {
        super("Cannot do request: " + answer + ", request=" + request + ", status=" + status);
    }
}
