/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.Await;
import io.tspoon.examples.trial.BalanceReader;
import io.tspoon.examples.trial.Settled;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.query.client.Answers;
import io.tspoon.query.client.Field;
import io.tspoon.query.client.GraphCaller;
import io.tspoon.query.client.GraphReader;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.Question;
import io.tspoon.query.client.RetryPolicy;
import io.tspoon.query.client.StateQuery;
import io.tspoon.query.server.Gateway;

import org.apache.flink.configuration.Configuration;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;

/** Reads balances of the job over its query endpoint, through a gateway. */
final class Balances implements AutoCloseable {
    private static final StateQuery<Integer, Long> STATE =
            StateQuery.of(Settled.STATE, Integer.class, Long.class);

    static final String GRAPH = "settle";

    /** What a process that is gone or frozen does not answer is sent again. */
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

    private final Gateway gateway;
    private final URI address;
    private final GraphReader settle;

    private Balances(Gateway gateway) {
        this.gateway = gateway;
        address = URI.create(gateway.address());
        settle = QueryClient.to(address).build().graph(GRAPH);
    }

    /**
     * Opens a gateway in this process.
     *
     * @param flink REST address of the cluster
     */
    static Balances open(URI flink) throws IOException {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", "0");
        return new Balances(Gateway.start(flink, options));
    }

    /** Begins to ask for some, all the time. */
    BalanceReader reader() {
        return new BalanceReader(GRAPH, address);
    }

    /** Calls procedures, and does not repeat what is not answered. */
    GraphCaller caller() {
        return QueryClient.to(address)
                .retries(RetryPolicy.NEVER)
                .timeout(CALL_TIMEOUT)
                .build()
                .caller(GRAPH);
    }

    /**
     * Waits until the endpoint answers, with all balances in one snapshot; transfers were settled
     * long before.
     *
     * @throws IllegalStateException if it shows no account, or a part of a transfer: then there is
     *     not as much money as in the beginning
     */
    void awaitAnswer() throws InterruptedException {
        Question<Long> accounts = STATE.all().count();
        Question<BigDecimal> money = STATE.all().sum(Field.value());
        Await.until("query endpoint to answer", () -> check(accounts, money));
    }

    private boolean check(Question<Long> accounts, Question<BigDecimal> money) {
        QueryResult<Answers> result = settle.askTogether(accounts, money);
        if (!result.isAnswer()) {
            return false;
        }
        Answers answers = result.orElseThrow();
        long count = answers.to(accounts);
        long found = answers.to(money).longValueExact();
        if (count == 0 || found != count * Transfers.OPENING) {
            throw new IllegalStateException(
                    "Cannot go on: the query endpoint shows no account, or a part of a transfer,"
                            + " accounts="
                            + count
                            + ", money="
                            + found);
        }
        return true;
    }

    @Override
    public void close() {
        gateway.close();
    }
}
