/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The job that runs on the clusters, in versions that follow each other. It is all that the job's
 * jar holds of this module.
 *
 * <p>It imports what a user would, and {@link io.tspoon.examples.trial}.
 */
@NullMarked
package io.tspoon.cluster.job;

import org.jspecify.annotations.NullMarked;
