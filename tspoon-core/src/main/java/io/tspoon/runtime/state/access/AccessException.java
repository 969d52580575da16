/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

/** A function of a stateful operator, or one behind it, has failed. Fails the job, as in Flink. */
final class AccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AccessException(String failed, String state, Exception cause) {
        super(
                "[TSP-2206] Cannot access state: "
                        + failed
                        + " failed, state="
                        + state
                        + ": "
                        + cause,
                cause);
    }
}
