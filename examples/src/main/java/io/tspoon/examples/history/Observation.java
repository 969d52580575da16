/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.List;

/**
 * What a step of a transaction saw.
 *
 * @param index position of the step in the transaction
 * @param seen what the key held; empty for nothing, or if the step was not a read
 */
public record Observation(int index, List<Long> seen) {}
