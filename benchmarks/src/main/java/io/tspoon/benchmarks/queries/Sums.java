/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Counts;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.query.client.Answers;
import io.tspoon.query.client.Field;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.Question;
import io.tspoon.query.client.StateQuery;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;

/** Reads the sum of all balances while transfers go on: it must be what was there at first. */
public final class Sums {
    private static final StateQuery<Integer, Long> BALANCES =
            StateQuery.of(Topology.stateName(0), Integer.class, Long.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(50);

    private final String configuration;
    private final long initialBalance;
    private Counts transfers = Counts.ZERO;

    /**
     * Of the jobs of one configuration.
     *
     * @param initialBalance of each account
     */
    public Sums(String configuration, long initialBalance) {
        this.configuration = configuration;
        this.initialBalance = initialBalance;
    }

    /** Checks one job, which has had so many transfers. */
    public void check(URI endpoint, Counts counted) {
        Question<Long> count = BALANCES.all().count();
        Question<BigDecimal> sum = BALANCES.all().sum(Field.value());
        Answers answers =
                QueryClient.to(endpoint)
                        .timeout(TIMEOUT)
                        .build()
                        .graph("bank")
                        .askTogether(count, sum)
                        .orElseThrow();
        BigDecimal expected = BigDecimal.valueOf(answers.to(count) * initialBalance);
        if (answers.to(count) == 0 || answers.to(sum).compareTo(expected) != 0) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + configuration
                            + ": money was made or lost, accounts="
                            + answers.to(count)
                            + ", sum="
                            + answers.to(sum)
                            + ", expected="
                            + expected);
        }
        transfers = transfers.plus(counted);
    }

    /** All transfers of jobs that were checked. */
    public Verified verified() {
        return new Verified(transfers.results(), transfers.aborted(), transfers.retries());
    }
}
