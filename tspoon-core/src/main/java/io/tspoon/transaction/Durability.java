/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/** When a committed transaction becomes durable, that is, survives a crash. */
public enum Durability {
    /** Once the next Flink checkpoint completes. State and results are exactly-once. */
    CHECKPOINT,
    /** Before its result, or any read of it, becomes visible. Needs a write-ahead log. */
    LOG
}
