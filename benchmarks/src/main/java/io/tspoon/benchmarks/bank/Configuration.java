/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.transaction.ConcurrencyControl;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * One line of the table: a bank, where its state lies, how many accounts it has.
 *
 * @param name on the command line and in the report
 * @param bank the job
 * @param stateBackend in Flink's words
 * @param baseline name of the configuration it is compared with
 * @param resultsPerTransfer how many elements reach the sink for each transfer
 * @param accounts number of accounts, or 0 for what the workload says
 */
public record Configuration(
        String name,
        Bank bank,
        String stateBackend,
        String baseline,
        int resultsPerTransfer,
        int accounts) {
    private static final String HEAP = "hashmap";
    private static final String ROCKSDB = "rocksdb";
    private static final String PLAIN_HEAP = "plain-heap";
    private static final String PLAIN_ROCKSDB = "plain-rocksdb";
    private static final Bank TB = new TransactionalBank(ConcurrencyControl.TIMESTAMP_BASED);
    private static final Bank LB = new TransactionalBank(ConcurrencyControl.LOCK_BASED);

    /** Those of workload A1, in the order of the table. */
    public static final List<Configuration> A1 =
            List.of(
                    new Configuration(PLAIN_HEAP, new PlainBank(), HEAP, PLAIN_HEAP, 2, 0),
                    new Configuration("serial-heap", new SerialBank(), HEAP, PLAIN_HEAP, 1, 0),
                    new Configuration(
                            "serial-array", new SerialArrayBank(), HEAP, PLAIN_HEAP, 1, 0),
                    new Configuration("tspoon-tb-heap", TB, HEAP, PLAIN_HEAP, 1, 0),
                    new Configuration("tspoon-lb-heap", LB, HEAP, PLAIN_HEAP, 1, 0),
                    new Configuration(PLAIN_ROCKSDB, new PlainBank(), ROCKSDB, PLAIN_ROCKSDB, 2, 0),
                    new Configuration("tspoon-tb-rocksdb", TB, ROCKSDB, PLAIN_ROCKSDB, 1, 0),
                    new Configuration("tspoon-lb-rocksdb", LB, ROCKSDB, PLAIN_ROCKSDB, 1, 0),
                    new Configuration("tspoon-tb-hot10", TB, HEAP, PLAIN_HEAP, 1, 10),
                    new Configuration("tspoon-lb-hot10", LB, HEAP, PLAIN_HEAP, 1, 10));

    /** Not a bank: run it to see that the source is not what limits the others. */
    public static final Configuration SOURCE_ONLY =
            new Configuration("source-only", new SourceOnly(), HEAP, PLAIN_HEAP, 1, 0);

    /** The configuration of a name; null if there is none. */
    public static @Nullable Configuration named(String name) {
        if (SOURCE_ONLY.name().equals(name)) {
            return SOURCE_ONLY;
        }
        return A1.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
    }

    /** The number of accounts, if the configuration says it; else the one given. */
    int accountsOr(int otherwise) {
        return accounts > 0 ? accounts : otherwise;
    }
}
