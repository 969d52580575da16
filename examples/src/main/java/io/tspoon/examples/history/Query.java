/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.List;

/**
 * A query that was answered: a read-only transaction from outside the job.
 *
 * @param completion what it saw at the timestamp of its snapshot; its id is 0, because it never
 *     entered the t-graph
 * @param operations its reads
 */
record Query(Completion completion, List<Operation> operations) {}
