/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The job that runs on the clusters, in successive versions. The job's jar contains nothing else of
 * this module.
 *
 * <p>It imports what a user's job would, and {@link io.tspoon.examples.trial}.
 */
@NullMarked
package io.tspoon.cluster.job;

import org.jspecify.annotations.NullMarked;
