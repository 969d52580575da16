/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

/** Between which accounts a bank moves the money of a transfer, by where that comes from. */
@FunctionalInterface
public interface Placement {
    /** Between those that are named: all transfers are for the same accounts. */
    Placement AS_ASKED = (transfer, subtask, subtasks) -> transfer;

    /** The transfer as it is executed if one of so many subtasks of the source offers it. */
    Transfer place(Transfer transfer, int subtask, int subtasks);
}
