/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Trials of a job on clusters of real processes: faults, rescaling, upgrades. Each prints what it
 * measured and is judged by the oracle of {@link io.tspoon.examples.trial}.
 *
 * <p>It imports the packages below it, {@link io.tspoon.examples.trial}, values of {@link
 * io.tspoon.transaction}, and the client and the gateway of queries. Nobody imports it.
 */
@NullMarked
package io.tspoon.cluster;

import org.jspecify.annotations.NullMarked;
