/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.query.client.QueryResult.Answer;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.BookedBank;
import io.tspoon.query.testing.BookedBank.Book;
import io.tspoon.query.testing.BookedBank.Seen;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Snapshots;
import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients go on asking while the job is stopped and comes back with other parallelism. */
class RescaleReadsITCase {
    @RegisterExtension static final MiniClusterExtension CLUSTER = EmbeddedFlink.cluster();

    private static final int PER_SECOND = 200;
    private static final int ANSWERS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final RetryPolicy PATIENT =
            new RetryPolicy(Integer.MAX_VALUE, Duration.ofMillis(50), Duration.ofMillis(200));
    private static final List<Integer> ACCOUNTS =
            IntStream.range(0, BookedBank.ACCOUNTS).boxed().toList();

    @TempDir Path directory;

    private final String test = UUID.randomUUID().toString();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean over;

    @Test
    void answersGoOnAndNeverGoBack(@InjectMiniCluster MiniCluster cluster) throws Exception {
        Snapshots snapshots = new Snapshots(cluster, directory);
        int port = Ports.free();
        QueryClient client =
                QueryClient.to(URI.create("http://127.0.0.1:" + port))
                        .retries(PATIENT)
                        .timeout(PATIENCE)
                        .build();
        GraphReader bank = client.graph("bank");
        JobClient job = start(2, port, null);
        List<CompletableFuture<Void>> readers =
                List.of(
                        reader(seen -> bank.with(Consistency.fresh())),
                        reader(seen -> bank.with(Consistency.after(token(seen)))));
        try {
            for (int parallelism : new int[] {4, 1}) {
                awaitAnswers(readers);
                String savepoint = snapshots.stop(job);
                Seen before = BookedBank.seen(test);
                job = start(parallelism, port, savepoint);
                check(before, bank.with(Consistency.after(token(before))));
                assertThat(client.graphs().orElseThrow())
                        .extracting(GraphSummary::job)
                        .containsExactly(job.getJobID().toHexString());
                assertThat(bank.describe().orElseThrow().states().get(0).parallelism())
                        .isEqualTo(parallelism);
            }
            awaitAnswers(readers);
        } finally {
            over = true;
            CompletableFuture.allOf(readers.toArray(CompletableFuture[]::new))
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            EmbeddedFlink.cancel(job);
        }
    }

    private CompletableFuture<Void> reader(Function<Seen, GraphReader> readers) {
        return CompletableFuture.runAsync(
                () -> {
                    ExecutionTimestamp newest = new ExecutionTimestamp(0);
                    while (!over) {
                        Seen seen = BookedBank.seen(test);
                        ExecutionTimestamp timestamp = check(seen, readers.apply(seen));
                        assertThat(timestamp).isGreaterThanOrEqualTo(newest);
                        newest = timestamp;
                        answers.incrementAndGet();
                    }
                });
    }

    /** Asks for all accounts: totals are exact, and what was seen before is included. */
    private static ExecutionTimestamp check(Seen seen, GraphReader bank) {
        Question<Map<Integer, Long>> balances = StateQuery.of(Bank.BALANCE).keys(ACCOUNTS);
        Question<Map<Integer, Book>> books = StateQuery.of(BookedBank.BOOK).keys(ACCOUNTS);
        QueryResult<Answers> result = bank.askTogether(balances, books);
        Answers all = result.orElseThrow();
        long total = 0;
        for (int account : ACCOUNTS) {
            long balance = all.to(balances).get(account);
            Book book = all.to(books).get(account);
            assertThat(balance + book.lost()).isEqualTo(Bank.OPENING);
            assertThat(book.moves())
                    .as("moves of account %d", account)
                    .isGreaterThanOrEqualTo(seen.moves().getOrDefault(account, 0L));
            total += balance;
        }
        assertThat(total).isEqualTo(BookedBank.TOTAL);
        return ((Answer<Answers>) result).timestamp();
    }

    private void awaitAnswers(List<CompletableFuture<Void>> readers) throws Exception {
        int enough = answers.get() + ANSWERS;
        Await.until(
                "answers",
                () -> {
                    for (CompletableFuture<Void> reader : readers) {
                        if (reader.isDone()) {
                            reader.get();
                        }
                    }
                    return answers.get() >= enough;
                });
    }

    private static ExecutionTimestamp token(Seen seen) {
        return new ExecutionTimestamp(seen.newest());
    }

    private JobClient start(int parallelism, int port, String savepoint) throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.port", port + "-" + (port + 1));
        if (savepoint != null) {
            options.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, EmbeddedFlink.Backend.HEAP, options);
        BookedBank.add(environment, TransactionalGraph.named("bank").queryable(), PER_SECOND, test);
        return environment.executeAsync();
    }
}
