/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

/** One input element of the t-graph: one transaction. */
record Input(int coordinator, int number) {
    @Override
    public String toString() {
        return "input " + coordinator + "." + number;
    }
}
