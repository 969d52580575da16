/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Flink clusters of real processes on this machine, and their REST interface. Knows nothing of
 * transactions.
 *
 * <p>Of tspoon it only imports from {@link io.tspoon.examples.trial} how to start a JVM.
 */
@NullMarked
package io.tspoon.cluster.flink;

import org.jspecify.annotations.NullMarked;
