/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.transaction.ConcurrencyControl;

/** The short names of concurrency control. */
enum Control {
    LB(ConcurrencyControl.LOCK_BASED),
    TB(ConcurrencyControl.TIMESTAMP_BASED),
    DT(ConcurrencyControl.DETERMINISTIC);

    private final ConcurrencyControl control;

    Control(ConcurrencyControl control) {
        this.control = control;
    }

    ConcurrencyControl control() {
        return control;
    }
}
