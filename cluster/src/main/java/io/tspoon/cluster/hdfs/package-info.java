/* SPDX-License-Identifier: Apache-2.0 */
/**
 * An HDFS of real processes on this machine. It knows nothing of transactions, and nothing of Flink
 * but how its clusters wait.
 */
@NullMarked
package io.tspoon.cluster.hdfs;

import org.jspecify.annotations.NullMarked;
