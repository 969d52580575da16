/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.List;

/**
 * What a step of a transaction saw.
 *
 * @param index the step's place in the transaction
 * @param seen what the key held; empty if nothing, or if the step was no read
 */
public record Observation(int index, List<Long> seen) {}
