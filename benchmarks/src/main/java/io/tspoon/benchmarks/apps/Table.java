/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.io.Serializable;

/**
 * A table of records, all alike at first.
 *
 * @param name of the state
 * @param bytes size of a record
 * @param x first figure at first
 * @param y second figure at first
 */
record Table(String name, int bytes, long x, long y) implements Serializable {
    private static final long serialVersionUID = 1L;

    Cell initial() {
        return Cell.ofSize(bytes, x, y);
    }
}
