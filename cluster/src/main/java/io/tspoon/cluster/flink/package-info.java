/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Flink clusters of real processes on this machine, and their REST interface. It knows nothing of
 * transactions.
 *
 * <p>It imports how to start a JVM from {@link io.tspoon.examples.trial}, and nothing else of
 * tspoon.
 */
@NullMarked
package io.tspoon.cluster.flink;

import org.jspecify.annotations.NullMarked;
