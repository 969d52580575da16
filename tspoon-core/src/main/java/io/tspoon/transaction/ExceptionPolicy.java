/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/** What follows if a function inside a t-graph throws an exception for an element of a stream. */
@PublicEvolving
public enum ExceptionPolicy {
    /** The job fails, as with any function in Flink. After its restart it may fail again. */
    FAIL_JOB,
    /**
     * The transaction aborts with a reason of kind {@link AbortReason.Kind#FAILURE}, as that of a
     * call always does. An {@link Error} still fails the job.
     */
    ABORT
}
