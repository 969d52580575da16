/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

/**
 * A result as the observer outside the job saw it.
 *
 * @param epoch higher for each run of the job after a crash
 */
public record Observation(int epoch, Settled settled) {}
