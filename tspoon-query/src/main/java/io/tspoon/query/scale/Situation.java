/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

/**
 * What is to be known of a job before its parallelism is changed.
 *
 * @param bounds how many tasks each vertex may have
 * @param freeSlots slots that it may take beside those in which it runs
 */
record Situation(RunningJob job, Bounds bounds, int freeSlots) {}
