/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.exchange.ExchangedValueSerializer;
import io.tspoon.runtime.exchange.NamedRole;
import io.tspoon.runtime.exchange.RolePlan;
import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** By which roles a function reaches values. */
class ExchangeCallTest {
    private static final RolePlan<String> READ = role("read", false);
    private static final RolePlan<String> UPDATE = role("update", true);

    private final ExchangeCall call =
            new ExchangeCall(
                    new Outlet.ToExchange(
                            "transact",
                            List.of(READ, UPDATE),
                            (element, values, transaction) -> {},
                            StringSerializer.INSTANCE,
                            StringSerializer.INSTANCE,
                            List.of()),
                    "element",
                    result -> {});

    private static RolePlan<String> role(String name, boolean updates) {
        return new RolePlan<>(
                name,
                "count",
                0,
                updates,
                List::of,
                new ExchangedValueSerializer<>(StringSerializer.INSTANCE, LongSerializer.INSTANCE),
                LongSerializer.INSTANCE,
                key -> 0L,
                null,
                "");
    }

    private void plays(int role, String... keys) {
        for (String key : keys) {
            ExchangedKey exchanged = new ExchangedKey(0, role == 0 ? READ : UPDATE, key);
            exchanged.value = 7L;
            call.plays(role, exchanged);
        }
    }

    @Test
    void roleOfTheSameValuesIsTheSame() {
        plays(1, "a");
        NamedRole update = new NamedRole("update", "count", true);

        assertThat(call.onlyKey(update)).isEqualTo("a");
        assertThat(call.get(update, "a")).isEqualTo(7L);
    }

    @Test
    void roleOfAnotherStateIsRefused() {
        plays(1, "a");
        NamedRole namesake = new NamedRole("update", "text", true);

        assertThatThrownBy(() -> call.get(namesake, "a"))
                .hasMessage(
                        "[TSP-2119] Cannot access value: the operation has another role of this"
                                + " name, role=update, state=text, updates=true, declared"
                                + " state=count, declared updates=true, element=element. Ask for"
                                + " the role that was passed to transact.");
        assertThatThrownBy(() -> call.keys(namesake)).hasMessageStartingWith("[TSP-2119]");
        assertThatThrownBy(() -> call.onlyKey(namesake)).hasMessageStartingWith("[TSP-2119]");
        assertThatThrownBy(() -> call.exists(namesake, "a")).hasMessageStartingWith("[TSP-2119]");
        assertThatThrownBy(() -> call.set(namesake, "a", 8L)).hasMessageStartingWith("[TSP-2119]");
    }

    @Test
    void roleThatReadsIsNotOneThatUpdates() {
        plays(0, "a");
        NamedRole updates = new NamedRole("read", "count", true);

        assertThatThrownBy(() -> call.set(updates, "a", 8L)).hasMessageStartingWith("[TSP-2119]");
    }

    @Test
    void roleOfSeveralKeysHasNoOnlyKey() {
        NamedRole update = new NamedRole("update", "count", true);
        assertThatThrownBy(() -> call.onlyKey(update)).hasMessageContaining("[TSP-2120]");

        plays(1, "a", "b");

        assertThatThrownBy(() -> call.onlyKey(update))
                .hasMessage(
                        "[TSP-2120] Cannot access value: the role has not one key, role=update,"
                                + " keys=2, element=element. It was passed to transact as Roles:"
                                + " ask for it by that.");
    }
}
