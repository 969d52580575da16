/* SPDX-License-Identifier: Apache-2.0 */
/**
 * An HDFS of real processes on this machine. Knows nothing of transactions or Flink.
 *
 * <p>It imports from {@link io.tspoon.examples.trial} how to start a JVM.
 */
@NullMarked
package io.tspoon.cluster.hdfs;

import org.jspecify.annotations.NullMarked;
