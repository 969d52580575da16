/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.transaction.AccessMode;

/**
 * A step of a transaction, as sent to the state.
 *
 * @param index position in the transaction, from 0
 * @param aborts whether it aborts the transaction after the operation
 * @param fails whether it makes the job fail after the operation
 */
public record Access(int index, Operation operation, boolean aborts, boolean fails) {
    int key() {
        return operation.key();
    }

    AccessMode mode() {
        return operation.kind().mode();
    }
}
