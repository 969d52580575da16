/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

/** The function of a stateful operator failed. Fails the job, as in Flink. */
final class AccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AccessException(String state, Exception cause) {
        super("The function of a stateful operator failed, state=" + state + ": " + cause, cause);
    }
}
