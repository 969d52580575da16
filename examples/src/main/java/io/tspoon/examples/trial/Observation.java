/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

/**
 * A result as the observer outside the job saw it.
 *
 * @param epoch ascends from one run of the job to the next, a crash in between
 */
public record Observation(int epoch, Settled settled) {}
