/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.transaction.Durability;

/** The place of a job's write-ahead log. */
enum LogPlace {
    /** No log: a result survives a failure only by a checkpoint. */
    NONE,
    /** On a disk of its own, if this machine permits it. */
    FILES,
    /** On an HDFS whose NameNode and DataNodes are separate processes. */
    HDFS,
    /** On a broker in a separate process. */
    KAFKA;

    Durability durability() {
        return this == NONE ? Durability.CHECKPOINT : Durability.LOG;
    }
}
