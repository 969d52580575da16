/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import io.tspoon.call.Changes;
import io.tspoon.call.KeyChange;
import io.tspoon.call.Procedure;
import io.tspoon.call.WritableState;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Row;

import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** States that others write, in memory: the balances of {@link MemoryCalls} and more. */
final class MemoryWrites {
    /** Who has an account. */
    record Owner(String name, int age) {}

    /** A key of several parts. */
    record Seat(int row, String letter) {}

    static final Procedure TRANSACT =
            Procedure.transact(
                    List.of(
                            new WritableState("balance", Types.STRING, Types.LONG),
                            new WritableState(
                                    "owner", Types.STRING, TypeInformation.of(Owner.class)),
                            new WritableState("seat", TypeInformation.of(Seat.class), Types.STRING),
                            new WritableState(
                                    "since", TypeInformation.of(Date.class), Types.STRING)),
                    Types.VOID);

    private final List<Map<Object, Object>> states;

    /**
     * @param balances shared with whoever gives them
     */
    MemoryWrites(Map<String, Long> balances) {
        @SuppressWarnings("unchecked") // only texts and numbers are put there
        Map<Object, Object> shared = (Map<Object, Object>) (Map<?, ?>) balances;
        states = List.of(shared, new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    /** The value of a key; null if there is none. */
    Object value(int state, Object key) {
        return states.get(state).get(key);
    }

    /** Does all, or nothing; returns why it is aborted. */
    List<AbortReason> write(Row changes) {
        List<AbortReason> reasons = new ArrayList<>();
        for (int state = 0; state < states.size(); state++) {
            for (Row row : Changes.in(changes, state)) {
                KeyChange<Object, Object> change = KeyChange.of(row);
                Object current = value(state, change.key());
                if (change.expects()
                        && (change.expected() == null
                                ? current != null
                                : !change.expected().equals(current))) {
                    reasons.add(
                            new AbortReason(
                                    AbortReason.Kind.EXPECTATION,
                                    TRANSACT.writable().get(state).name(),
                                    change.key().toString(),
                                    "/expect/" + change.expectation(),
                                    "exists=" + (current != null)));
                }
            }
        }
        for (int state = 0; reasons.isEmpty() && state < states.size(); state++) {
            for (Row row : Changes.in(changes, state)) {
                write(states.get(state), KeyChange.of(row));
            }
        }
        return reasons;
    }

    private static void write(Map<Object, Object> state, KeyChange<Object, Object> change) {
        if (change.writes() && change.written() == null) {
            state.remove(change.key());
        } else if (change.writes()) {
            state.put(change.key(), change.written());
        }
    }
}
