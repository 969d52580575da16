/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

/**
 * What a run did whose results were checked.
 *
 * @param transfers elements of the input, each with one result of each t-graph that it reached
 * @param aborted results among them
 * @param retries executions beyond the first
 */
public record Verified(long transfers, long aborted, long retries) {}
