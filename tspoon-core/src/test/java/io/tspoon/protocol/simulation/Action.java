/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.transaction.AccessMode;

/** What an element does to its key. */
enum Action {
    READ(AccessMode.READ),
    OVERWRITE(AccessMode.WRITE),
    ERASE(AccessMode.WRITE),
    CHANGE(AccessMode.UPDATE),
    INSERT(AccessMode.UPDATE),
    DELETE(AccessMode.UPDATE),
    /** Asks for the right to write, and then does not write. */
    LOOK(AccessMode.UPDATE);

    private final AccessMode mode;

    Action(AccessMode mode) {
        this.mode = mode;
    }

    AccessMode mode() {
        return mode;
    }
}
