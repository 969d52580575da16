/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

/**
 * An element of a state that is accessed in several places of its t-graph: one that comes to the
 * state, or one that an access there emits.
 *
 * @param entry number of the place, from 0
 * @param element what the program sees
 */
@Internal
public record Entered<T>(int entry, T element) {}
