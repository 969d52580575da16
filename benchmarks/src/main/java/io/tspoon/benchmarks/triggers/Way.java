/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

/** How the steps of a chain follow each other. */
enum Way {
    /** Each is a transaction, which triggers the next one. */
    BETWEEN,
    /** All are one transaction. */
    INSIDE
}
