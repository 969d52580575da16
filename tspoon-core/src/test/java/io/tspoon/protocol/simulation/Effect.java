/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What the user function did with one element.
 *
 * @param violates whether an integrity constraint says no; nothing is written then
 * @param writes whether a value was set
 * @param written the value; null deletes the key
 * @param children the elements for the next operators
 */
record Effect(boolean violates, boolean writes, @Nullable Value written, List<Element> children) {
    static Effect violation() {
        return new Effect(true, false, null, List.of());
    }
}
