/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.CalledBank;
import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.query.client.Entry;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.StateQuery;

import java.net.URI;
import java.util.stream.Stream;

/**
 * Reads all balances when all calls are answered, and nothing else has moved money: each must be
 * what the calls leave. Each aborted one explains a difference of its amount in two accounts.
 *
 * @param configuration name
 * @param load what the calls were
 */
record Effects(String configuration, Load load) {
    private static final StateQuery<Integer, Long> BALANCES =
            StateQuery.of(Topology.stateName(0), Integer.class, Long.class);

    private static final int PAGE = 10_000;

    void check(URI endpoint, CalledTransfers called, long aborted) {
        long[] differences = new long[load.accounts()];
        for (int account = 0; account < differences.length; account++) {
            differences[account] = called.moved(account);
        }
        try (Stream<Entry<Integer, Long>> balances =
                QueryClient.to(endpoint).build().graph(CalledBank.GRAPH).stream(
                        BALANCES.all(), PAGE)) {
            balances.forEach(
                    entry -> differences[entry.key()] -= entry.value() - load.initialBalance());
        }
        long all = 0;
        for (long difference : differences) {
            all += Math.abs(difference);
        }
        if (all > 2L * load.maxAmount() * aborted) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + configuration
                            + ": balances are not what the calls leave, differences="
                            + all
                            + ", calls="
                            + called.sent()
                            + ", aborted="
                            + aborted);
        }
    }
}
