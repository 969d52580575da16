/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.query.client.GraphSummary;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.client.RetryPolicy;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Says where the job answers queries, as soon as it does. */
final class Served {
    /** A job without queries. */
    static final Served NOTHING = new Served(0, null, null);

    private static final Duration LIMIT = Duration.ofMillis(300);

    private final int port;
    private final @Nullable PrintWriter out;

    /** Null once the job has answered. */
    private @Nullable QueryClient client;

    Served(int port, PrintWriter out) {
        this(
                port,
                out,
                QueryClient.to(URI.create("http://localhost:" + port))
                        .retries(RetryPolicy.NEVER)
                        .timeout(LIMIT)
                        .connectTimeout(LIMIT)
                        .build());
    }

    private Served(int port, @Nullable PrintWriter out, @Nullable QueryClient client) {
        this.port = port;
        this.out = out;
        this.client = client;
    }

    /** Looks whether the job answers, unless it has been found to. */
    void look() {
        QueryClient asked = client;
        if (asked != null
                && out != null
                && asked.graphs() instanceof Answer<List<GraphSummary>> answer
                && answer.value().stream().anyMatch(GraphSummary::ready)) {
            client = null;
            QueryHints.print(port, out);
        }
    }
}
