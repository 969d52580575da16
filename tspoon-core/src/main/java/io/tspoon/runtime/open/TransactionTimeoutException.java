/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

/** A transaction did not complete before its deadline. Fails the job. */
public final class TransactionTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransactionTimeoutException(String message) {
        super(message);
    }
}
