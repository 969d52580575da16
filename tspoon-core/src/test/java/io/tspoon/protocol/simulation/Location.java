/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import java.util.Comparator;

/** One key of one stateful operator. */
record Location(int operator, int key) {
    static final Comparator<Location> ORDER =
            Comparator.comparingInt(Location::operator).thenComparingInt(Location::key);

    @Override
    public String toString() {
        return "op" + operator + "/k" + key;
    }
}
