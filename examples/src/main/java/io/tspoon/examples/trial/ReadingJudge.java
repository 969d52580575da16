/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.Durability;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Compares what queries have shown with what is true in the end: a balance must be the one that the
 * last result up to its timestamp installed.
 *
 * <p>With {@link Durability#LOG} that holds for whatever was shown, at whatever time; with {@link
 * Durability#CHECKPOINT} a crash may have revoked it.
 */
final class ReadingJudge {
    private final Durability durability;
    private final Violations violations;

    /** By account, the results that installed a balance of it, by timestamp. */
    private final Map<Integer, NavigableMap<Long, Settled>> installed = new HashMap<>();

    ReadingJudge(Durability durability, Violations violations) {
        this.durability = durability;
        this.violations = violations;
    }

    /**
     * @param results what is true in the end, one for each transfer
     * @return how much does not follow from them
     */
    long judge(List<Reading> readings, Collection<Settled> results) {
        for (Settled result : results) {
            for (int account : result.balances().keySet()) {
                installed
                        .computeIfAbsent(account, key -> new TreeMap<>())
                        .put(result.timestamp(), result);
            }
        }
        return readings.stream().filter(reading -> !isTrue(reading)).count();
    }

    private boolean isTrue(Reading reading) {
        Map.Entry<Long, Settled> last =
                installed
                        .getOrDefault(reading.account(), Collections.emptyNavigableMap())
                        .floorEntry(reading.timestamp());
        long balance =
                last == null
                        ? Transfers.OPENING
                        : last.getValue()
                                .balances()
                                .getOrDefault(reading.account(), Transfers.OPENING);
        if (balance == reading.balance()) {
            return true;
        }
        if (durability == Durability.LOG) {
            violations.add(
                    "Shown by a query, and not so in the end: "
                            + reading
                            + ", in the end "
                            + balance
                            + (last == null ? "" : ", result " + last.getValue().line()));
        }
        return false;
    }
}
