/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

/** How concurrent transfers are kept apart in the database. */
enum Locking {
    /** Rows are locked in the order of keys, at the level READ COMMITTED. */
    ROWS,
    /** The level SERIALIZABLE; what it refuses is executed again. */
    SERIALIZABLE
}
