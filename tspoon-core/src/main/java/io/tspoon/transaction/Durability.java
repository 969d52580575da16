/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;

/** When a committed transaction becomes durable, that is, survives a crash. */
@PublicEvolving
public enum Durability {
    /** Once the next Flink checkpoint completes. State and results are exactly-once. */
    CHECKPOINT,
    /** Before its result, or any read of it, becomes visible. Needs a write-ahead log. */
    LOG
}
