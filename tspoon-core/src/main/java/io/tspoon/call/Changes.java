/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;

import java.util.List;
import java.util.Objects;

/**
 * What one transaction from outside expects and does, as a row with a list of {@link KeyChange}s
 * for each of the states that can be written, in their order.
 */
@Internal
public final class Changes {
    private Changes() {}

    /** The row of these changes. */
    public static Row of(List<List<KeyChange<Object, Object>>> byState) {
        return Row.of(
                byState.stream()
                        .map(changes -> changes.stream().map(KeyChange::toRow).toList())
                        .toArray());
    }

    /** The rows of the changes in one state, by its place. */
    @SuppressWarnings("unchecked") // only rows of the type below come here
    public static List<Row> in(Row changes, int state) {
        return (List<Row>) Objects.requireNonNull(changes.getField(state));
    }

    /** Type of the rows. */
    public static TypeInformation<Row> type(List<WritableState> states) {
        return Types.ROW(
                states.stream()
                        .map(state -> Types.LIST(state.changeType()))
                        .toArray(TypeInformation[]::new));
    }
}
