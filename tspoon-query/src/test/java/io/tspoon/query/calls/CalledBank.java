/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import io.tspoon.api.Batches;
import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Ports;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Times;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A bank whose accounts are reached by a stream of transfers and by calls. Whatever number a
 * transfer has says what it moves, so all of them can be replayed one by one.
 */
final class CalledBank implements AutoCloseable {
    static final int ACCOUNTS = 20;

    /** So many call at the same time. */
    static final int CALLERS = 4;

    /** Numbers from here on are those of calls. */
    static final long CALLS = 1_000_000;

    /** An amount at which some function throws, see {@link Poison}. */
    static final long POISON = 7_777;

    static final ProcedureSpec<Transfer, Long> TRANSFER =
            ProcedureSpec.named("transfer", Transfer.class, Long.class)
                    .checked(
                            transfer ->
                                    transfer.amount() >= 0
                                            ? List.of()
                                            : List.of("amount is negative"));

    private static final String STREAM = "stream";
    private static final String TIMES = "-times";
    private static final String PATH = "/v1/graphs/bank/calls/transfer";
    private static final String WRITES = "/v1/graphs/bank/transact";

    private final int port;
    private final Http http;
    private final String test = UUID.randomUUID().toString();
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    private @Nullable JobClient job;

    /** How transfers come by a stream. */
    interface Opening {
        TransactionalStream<Transfer> open(TransactionalGraph graph, DataStream<Transfer> stream);
    }

    /** Each transfer is a transaction. */
    static final Opening ONE_BY_ONE =
            (graph, stream) -> graph.openTransaction(STREAM, stream, Transfer::key);

    /** So many transfers are a transaction. */
    static Opening inBatches(int count) {
        return (graph, stream) ->
                graph.openBatches(STREAM, stream, Batches.ofCount(count), Transfer::key);
    }

    /** Which function throws for a transfer of {@link #POISON}. */
    enum Poison {
        STEP,
        KEY,
        UPDATE
    }

    /**
     * Calls for some transfers.
     *
     * @param <K> what answers are found by
     * @param <A> an answer
     */
    interface Caller<K, A> {
        Map<K, A> callFrom(long first) throws Exception;
    }

    CalledBank() throws IOException {
        port = Ports.free();
        http = new Http("http://127.0.0.1:" + port);
    }

    /** Options with which calls are answered, however busy the machine is. */
    static Configuration patient() {
        Configuration options = new Configuration();
        options.setString("tspoon.query.timeout", "50 s");
        return options;
    }

    /**
     * Starts a job.
     *
     * @param settings of the t-graph
     * @param stream the transfers that come by a stream
     * @param poison which function may throw
     */
    void start(
            int parallelism,
            Backend backend,
            Configuration options,
            Consumer<TransactionalGraph> settings,
            Function<StreamExecutionEnvironment, DataStream<Transfer>> stream,
            Poison poison)
            throws Exception {
        start(parallelism, backend, options, settings, stream, ONE_BY_ONE, poison);
    }

    /**
     * Starts a job as above.
     *
     * @param opening opens the t-graph for the stream
     */
    void start(
            int parallelism,
            Backend backend,
            Configuration options,
            Consumer<TransactionalGraph> settings,
            Function<StreamExecutionEnvironment, DataStream<Transfer>> stream,
            Opening opening,
            Poison poison)
            throws Exception {
        Configuration all = new Configuration(options);
        all.setString("tspoon.query.port", Integer.toString(port));
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(parallelism, backend, all);
        TransactionalGraph graph = TransactionalGraph.named("bank").queryable();
        settings.accept(graph);
        TransactionalStream<Transfer> transfers = opening.open(graph, stream.apply(environment));
        TransactionalStream<Transfer> called = graph.openCalls(environment, TRANSFER);
        DataStream<TransactionResult<Long>> results =
                transfers
                        .union(called)
                        .flatMap(transfer -> movements(transfer, poison), Movement.class)
                        .keyBy(movement -> account(movement, poison))
                        .update(Bank.BALANCE, (balance, movement) -> moved(balance, movement))
                        .closeTransaction();
        Tap.open(results, test);
        Tap.open(Times.of(results), test + TIMES);
        job = environment.executeAsync();
        Await.until("a t-graph that is ready", this::isReady);
    }

    private static List<Movement> movements(Transfer transfer, Poison poison) {
        if (transfer.amount() == POISON && poison == Poison.STEP) {
            throw new IllegalStateException("poisoned step");
        }
        return transfer.movements();
    }

    private static int account(Movement movement, Poison poison) {
        if (movement.amount() == POISON && poison == Poison.KEY) {
            throw new IllegalStateException("poisoned key");
        }
        return movement.account();
    }

    private static long moved(long balance, Movement movement) {
        if (movement.amount() == POISON) {
            throw new IllegalStateException("poisoned update");
        }
        return balance + movement.amount();
    }

    boolean isReady() throws Exception {
        try {
            return http.get("/v1/graphs/bank").json().path("health").asText().equals("READY")
                    && http.get(PATH + "/none").reason().equals("UNKNOWN_CALL"); // owners are known
        } catch (IOException e) {
            return false; // there is no server yet
        }
    }

    int port() {
        return port;
    }

    JobClient job() {
        return Objects.requireNonNull(job);
    }

    Http http() {
        return http;
    }

    /** All results that have left so far. */
    List<TransactionResult<Long>> results() {
        return Tap.passed(test);
    }

    /** Of all results that have left so far: key, and Flink timestamp. */
    List<String> times() {
        return Tap.passed(test + TIMES);
    }

    String test() {
        return test;
    }

    // ------------------------------------------------------------------ calls

    /** Calls for the transfer that has a number, which is also the key. */
    Http.Answer call(long number) throws Exception {
        return call(number, "");
    }

    Http.Answer call(long number, String query) throws Exception {
        return call(Long.toString(number), numbered(number), query);
    }

    static String numbered(long number) {
        Transfer transfer = Transfer.numbered(number, ACCOUNTS, 42);
        return body(number, transfer.source(), transfer.destination(), transfer.amount());
    }

    static String body(long id, int source, int destination, long amount) {
        return "{'id':%d,'source':%d,'destination':%d,'amount':%d}"
                .formatted(id, source, destination, amount);
    }

    Http.Answer call(String key, String body, String query) throws Exception {
        return send(PATH + query, key, body);
    }

    /** Writes states. */
    Http.Answer write(String key, String body, String query) throws Exception {
        return send(WRITES + query, key, body);
    }

    private Http.Answer send(String path, String key, String body) throws Exception {
        return http.send(
                http.request(path)
                        .header("Idempotency-Key", key)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    /** Writes the balance that is the number to an account that no transfer has. */
    Http.Answer write(long number, String query) throws Exception {
        String body =
                "{'expect':[{'state':'%1$s','key':%2$d,'absent':true}],"
                        + "'put':[{'state':'%1$s','key':%2$d,'value':%3$d}]}";
        return write(
                Long.toString(number),
                body.formatted(Bank.BALANCE.name(), ACCOUNTS + number % 100, number),
                query);
    }

    /** Calls until there is an answer that says what became of it. */
    Http.Answer callUntilAnswered(long number, String query) throws Exception {
        return untilAnswered(() -> call(number, query));
    }

    /** Writes until there is an answer that says what became of it. */
    Http.Answer writeUntilAnswered(long number, String query) throws Exception {
        return untilAnswered(() -> write(number, query));
    }

    private static Http.Answer untilAnswered(Callable<Http.Answer> request) throws Exception {
        while (true) {
            try {
                Http.Answer answer = request.call();
                if (answer.status() == 200) {
                    return answer;
                }
                if (answer.status() < 500) {
                    throw new AssertionError("unexpected answer: " + answer);
                }
            } catch (IOException e) {
                Thread.onSpinWait(); // the server is down for a moment
            }
        }
    }

    /**
     * Lets callers begin at the same time.
     *
     * @param first number of the first transfer
     * @param each so many numbers belong to each of them
     * @return waits for all of them, and puts together what they were answered
     */
    <K, A> Callable<Map<K, A>> callTogether(long first, long each, Caller<K, A> caller) {
        List<Future<Map<K, A>>> running = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            long own = first + i * each;
            running.add(callers.submit(() -> caller.callFrom(own)));
        }
        return () -> {
            Map<K, A> answers = new HashMap<>();
            for (Future<Map<K, A>> one : running) {
                answers.putAll(one.get());
            }
            return answers;
        };
    }

    /** Ends callers and job. */
    @Override
    public void close() throws Exception {
        callers.shutdownNow();
        EmbeddedFlink.cancel(job());
    }
}
