/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.transaction.Durability;

/** Where the write-ahead log of a job is. */
enum LogPlace {
    /** There is no log; what a result survives is a checkpoint. */
    NONE,
    /** On a disk of its own where this machine permits. */
    FILES,
    /** On an HDFS whose NameNode and DataNodes are processes of their own. */
    HDFS,
    /** At a broker in a process of its own. */
    KAFKA;

    Durability durability() {
        return this == NONE ? Durability.CHECKPOINT : Durability.LOG;
    }
}
