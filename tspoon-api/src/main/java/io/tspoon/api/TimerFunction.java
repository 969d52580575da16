/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Is called when a timer of a key is due, in a transaction of its own. It can do what a {@link
 * StatefulFunction} can, such as to set further timers. The timer is gone when the transaction is
 * over, whether that commits or aborts.
 *
 * <p>Must be free of side effects, as it may run several times, see {@link StatefulFunction}.
 *
 * @param <V> value type
 * @param <P> type of the payload
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface TimerFunction<V, P, O> extends Function {
    /**
     * @param value gives access to the value of the key whose timer is due
     * @param payload of the timer
     * @param transaction emits elements or aborts the transaction
     */
    void onTimer(ValueAccess<V> value, P payload, StateContext<O> transaction) throws Exception;
}
