/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.transaction.TransactionResult;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Durability: what was seen at any time is there in the end, once and unchanged. */
public final class SeenResults {
    private SeenResults() {}

    /** The results, each once: one that was seen again must be the same. */
    public static <T> List<TransactionResult<T>> once(List<TransactionResult<T>> seen) {
        Map<String, TransactionResult<T>> byKey = new HashMap<>();
        for (TransactionResult<T> result : seen) {
            assertThat(byKey.putIfAbsent(result.key(), result)).isIn(null, result);
        }
        return List.copyOf(byKey.values());
    }

    /**
     * Every result that was seen is among those of the end.
     *
     * @param seen while the job ran, failed and recovered
     * @param all what a sink with exactly-once guarantees has received
     */
    public static void checkStay(
            List<TransactionResult<Long>> seen, List<TransactionResult<Long>> all) {
        Map<Object, TransactionResult<Long>> last = new HashMap<>();
        for (TransactionResult<Long> result : all) {
            assertThat(last.put(result.timestamp(), result)).isNull();
        }
        for (TransactionResult<Long> result : seen) {
            assertThat(last.get(result.timestamp())).isEqualTo(result);
        }
    }
}
