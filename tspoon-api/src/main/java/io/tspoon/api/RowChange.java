/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.types.Row;

/**
 * What one row of a changelog does, as {@link ChangelogInput} reads it.
 *
 * @param row the row; always of kind INSERT, so that it may be kept as a value
 * @param added whether the row is added; otherwise it is deleted or taken back
 */
@PublicEvolving
public record RowChange(Row row, boolean added) {

    /** Returns 1 if the row is added, -1 if not: a sum adds {@code sign() * amount}. */
    public long sign() {
        return added ? 1 : -1;
    }
}
