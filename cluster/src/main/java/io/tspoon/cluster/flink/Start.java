/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

/**
 * When the tasks of a job were last started, milliseconds of the epoch.
 *
 * @param deployMs the first one began to be deployed
 * @param initializeMs the last one was deployed, and began to read its state
 * @param runMs the last one had its state, and ran
 */
public record Start(long deployMs, long initializeMs, long runMs) {}
