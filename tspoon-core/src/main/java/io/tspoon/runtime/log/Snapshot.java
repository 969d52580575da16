/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

/**
 * A checkpoint or savepoint. Each job counts them for itself, so two jobs may take one of the same
 * number.
 *
 * @param id of the checkpoint or savepoint; {@link #NONE} for the beginning of a job
 * @param job that took it, with a log; empty if there was none
 */
public record Snapshot(long id, String job) {
    /** Nothing was restored. */
    public static final long NONE = 0;
}
