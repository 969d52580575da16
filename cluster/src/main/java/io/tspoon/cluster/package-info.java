/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Trials of a job on clusters of real processes: faults, rescaling and upgrades. Each prints its
 * measurements and is judged by the oracle of {@link io.tspoon.examples.trial}.
 *
 * <p>It imports its subpackages, {@link io.tspoon.examples.trial}, values of {@link
 * io.tspoon.transaction}, and the client and the gateway of queries. No other package imports it.
 */
@NullMarked
package io.tspoon.cluster;

import org.jspecify.annotations.NullMarked;
