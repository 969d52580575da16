/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run did: its transactions, and for each key the order of its versions.
 *
 * <p>Transactions are named by positive numbers. Unless told otherwise, the versions of a key are
 * in the order of these numbers, so execution timestamps serve well as names.
 */
@Internal
public final class History {
    private final Map<Long, HistoryTransaction> transactions = new TreeMap<>();
    private final Map<Object, List<Long>> givenOrders = new HashMap<>();

    /** The transaction of that name, new if it is not yet known. */
    public HistoryTransaction transaction(long id) {
        return transactions.computeIfAbsent(id, HistoryTransaction::new);
    }

    /** The order in which the versions of the key were installed, by their writers. */
    public void versionOrder(Object key, Long... writers) {
        versionOrder(key, List.of(writers));
    }

    void versionOrder(Object key, List<Long> writers) {
        givenOrders.put(key, writers);
    }

    boolean isCommitted(long id) {
        HistoryTransaction transaction = transactions.get(id);
        return id == VersionId.INITIAL.writer()
                || (transaction != null && transaction.isCommitted());
    }

    Collection<HistoryTransaction> transactions() {
        return transactions.values();
    }

    /** For each key the committed transactions that wrote it, in version order. */
    Map<Object, List<Long>> versionOrders() {
        Map<Object, List<Long>> orders = new LinkedHashMap<>();
        for (HistoryTransaction transaction : transactions.values()) {
            if (transaction.isCommitted()) {
                for (Object key : transaction.lastWrites().keySet()) {
                    orders.computeIfAbsent(key, k -> new ArrayList<>()).add(transaction.id());
                }
            }
        }
        orders.putAll(givenOrders);
        return orders;
    }
}
