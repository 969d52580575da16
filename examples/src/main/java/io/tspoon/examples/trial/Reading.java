/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

/**
 * A balance that a query has shown.
 *
 * @param timestamp of the answer: its place in the serial order
 */
public record Reading(long timestamp, int account, long balance) {}
