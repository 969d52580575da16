/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.StateContext;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Is called when a timer of a key is due whose state is partitioned, in a transaction of its own.
 * It can do what a {@link PartitionProcedure} can: it comes to any keys of the partition, and sets
 * further timers. The timer is gone when the transaction is over, whether that commits or aborts.
 *
 * <p>Must be free of side effects, as it may run several times, see {@link PartitionProcedure}.
 *
 * @param <K> type of the keys of the state
 * @param <P> type of the payload
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface PartitionTimerFunction<K, P, O> extends Function {
    /**
     * @param partition the partition of the key
     * @param key whose timer is due
     * @param payload of the timer
     * @param transaction emits elements or aborts the transaction
     */
    void onTimer(Partition partition, K key, P payload, StateContext<O> transaction)
            throws Exception;
}
