/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

/**
 * An element that says where it has entered: which entrance of its t-graph it has come by, or in
 * which place a state is accessed that several places access, there and behind it.
 *
 * @param entry number of the entrance or place, from 0
 * @param element what the program sees
 */
@Internal
public record Entered<T>(int entry, T element) {
    /** What the program sees, for messages. */
    @Override
    public String toString() {
        return String.valueOf(element);
    }
}
