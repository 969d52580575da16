/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * A role that keys of one state play in a transaction.
 *
 * @param name by which the function asks for it
 * @param state name of the state
 * @param operator index of the stateful operator that has the state
 * @param updates whether the function may write
 * @param keys gives the keys
 * @param requestSerializer writes what travels to the operator
 * @param valueSerializer copies values
 * @param initialValue the value of a key that has none
 * @param rule what every written value must satisfy; null if there is none
 * @param ruleName the rule in words; empty if there is none
 */
@Internal
public record RolePlan<I>(
        String name,
        String state,
        int operator,
        boolean updates,
        RoleKeys<I> keys,
        TypeSerializer<? extends ExchangedValue<?, ?>> requestSerializer,
        TypeSerializer<?> valueSerializer,
        Initial initialValue,
        @Nullable Rule rule,
        String ruleName)
        implements Serializable {
    /** Whether it is the role that a function means with one of this name. */
    public boolean is(NamedRole named) {
        return state.equals(named.state()) && updates == named.updates();
    }

    /** Gives the keys that play a role for an element; a key that is given twice counts once. */
    @FunctionalInterface
    public interface RoleKeys<I> extends Serializable {
        Iterable<?> of(I element) throws Exception;
    }

    /** Gives the initial value of a key; null if it has none. */
    @FunctionalInterface
    public interface Initial extends Serializable {
        @Nullable Object of(Object key);
    }

    /** An integrity constraint. */
    @FunctionalInterface
    public interface Rule extends Serializable {
        boolean test(Object value);
    }
}
