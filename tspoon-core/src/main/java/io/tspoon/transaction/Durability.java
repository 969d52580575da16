/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

/** From when on a committed transaction survives a crash. */
public enum Durability {
    /** Once the next Flink checkpoint completes; state and results are exactly-once. */
    CHECKPOINT,
    /** As soon as its result, or any read of it, is visible: a write-ahead log. */
    LOG
}
