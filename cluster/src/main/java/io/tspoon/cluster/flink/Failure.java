/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

/**
 * A failure that the JobManager keeps in a job's history.
 *
 * @param atMs wall clock, when it was noticed
 * @param words the task that failed and the stack trace, with causes
 */
public record Failure(long atMs, String words) {}
