/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.books;

import io.tspoon.api.StateSpec;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The change that one transaction made at one key.
 *
 * @param key what has changed; the amounts are pieces of stock, say, or cents of credit
 * @param timestamp place of the transaction in the serial order
 * @param opening amount before the first transaction
 * @param taken amount that the transaction took; negative if it gave
 * @param balance amount that is left according to the t-graph
 */
public record Posting(BookKey key, long timestamp, long opening, long taken, long balance) {
    /**
     * Lists what one transaction changed in one state, from two independent sources: the amounts
     * taken are its own numbers, the amounts left are the updates of the t-graph.
     *
     * @param bookKey where a key of the state is in the books
     * @param opening amount of each key before the first transaction
     * @param taken what the transaction took, by key
     * @throws IllegalStateException if it has no update of a key that it took from
     */
    public static <K> void post(
            TransactionResult<?> result,
            StateSpec<K, Long> state,
            Function<K, BookKey> bookKey,
            long opening,
            Map<K, Long> taken,
            Collector<Posting> out) {
        Map<K, @Nullable Long> balances = state.updatesIn(result);
        Set<K> keys = new LinkedHashSet<>(taken.keySet());
        keys.addAll(balances.keySet());
        for (K key : keys) {
            Long balance = balances.get(key);
            if (balance == null) {
                throw new IllegalStateException(
                        "Cannot post: the transaction has no balance of what it took from, state="
                                + state.name()
                                + ", key="
                                + key
                                + ", result="
                                + result);
            }
            out.collect(
                    new Posting(
                            bookKey.apply(key),
                            result.timestamp().value(),
                            opening,
                            taken.getOrDefault(key, 0L),
                            balance));
        }
    }
}
