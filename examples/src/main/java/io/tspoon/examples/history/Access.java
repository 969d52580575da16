/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.transaction.AccessMode;

/**
 * A step of a transaction on its way to the state.
 *
 * @param index its place in the transaction, from 0
 * @param aborts whether it aborts the transaction when it is done
 * @param fails whether it makes the job fail when it is done
 */
public record Access(int index, Operation operation, boolean aborts, boolean fails) {
    int key() {
        return operation.key();
    }

    AccessMode mode() {
        return operation.kind().mode();
    }
}
