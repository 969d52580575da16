/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

/**
 * A failure in the history that the JobManager keeps of a job.
 *
 * @param atMs wall clock time at which it was noticed
 * @param words the task that failed, and the stack trace with causes
 */
public record Failure(long atMs, String words) {}
