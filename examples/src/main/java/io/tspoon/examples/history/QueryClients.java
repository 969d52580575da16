/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import io.tspoon.query.client.Answers;
import io.tspoon.query.client.GraphReader;
import io.tspoon.query.client.QueryClient;
import io.tspoon.query.client.QueryResult;
import io.tspoon.query.client.Question;
import io.tspoon.query.client.StateQuery;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that read random keys of the running job. Each query reads one snapshot of all states.
 */
final class QueryClients implements AutoCloseable {
    private static final int CLIENTS = 3;
    private static final int MOST_KEYS = 5;

    private final HistorySettings settings;
    private final ClientPace pace;
    private final GraphReader graph;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Query> answered = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong next = new AtomicLong();
    private volatile boolean stopped;

    /**
     * @param pace is told of each answer
     * @param endpoint query endpoint of the job
     */
    QueryClients(HistorySettings settings, ClientPace pace, URI endpoint) {
        this.settings = settings;
        this.pace = pace;
        this.graph =
                QueryClient.to(endpoint)
                        .build()
                        .graph(HistoryGraph.NAME)
                        .with(settings.queryConsistency());
        for (int client = 0; client < CLIENTS; client++) {
            SplittableRandom random = new SplittableRandom(settings.seed() + client);
            Thread thread = new Thread(() -> run(random), "queries-" + client);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    private void run(SplittableRandom random) {
        long number = next.getAndIncrement();
        while (!stopped && number < settings.queries()) {
            if (ask(settings.random() + 1 + number, keys(random))) {
                pace.answered();
                number = next.getAndIncrement();
            }
        }
    }

    private List<Integer> keys(SplittableRandom random) {
        return random.ints(1 + random.nextInt(MOST_KEYS), 0, settings.keys())
                .distinct()
                .boxed()
                .toList();
    }

    /** Returns whether there was an answer. The job may not be listening yet, or may have ended. */
    private boolean ask(long number, List<Integer> keys) {
        Map<String, List<Integer>> byState = new LinkedHashMap<>();
        keys.forEach(
                key ->
                        byState.computeIfAbsent(
                                        HistoryGraph.stateOf(key, settings.states()),
                                        state -> new ArrayList<>())
                                .add(key));
        List<Question<Map<Integer, List<Long>>>> questions = new ArrayList<>();
        byState.forEach(
                (state, own) -> questions.add(StateQuery.of(HistoryGraph.state(state)).keys(own)));
        long invokedAt = System.nanoTime();
        QueryResult<Answers> result = graph.askTogether(questions.toArray(Question<?>[]::new));
        long completedAt = System.nanoTime();
        if (!(result instanceof QueryResult.Answer<Answers> answer)) {
            return false;
        }
        Map<Integer, List<Long>> seen = new LinkedHashMap<>();
        questions.forEach(question -> seen.putAll(answer.value().to(question)));
        List<Operation> operations = new ArrayList<>();
        List<Observation> observations = new ArrayList<>();
        for (int key : keys) {
            observations.add(new Observation(operations.size(), seen.getOrDefault(key, List.of())));
            operations.add(new Operation(Operation.Kind.READ, key, 0));
        }
        answered.add(
                new Query(
                        new Completion(
                                number,
                                0,
                                answer.timestamp().value(),
                                true,
                                1,
                                invokedAt,
                                completedAt,
                                observations),
                        operations));
        return true;
    }

    /** The queries that were answered. */
    List<Query> answered() {
        return List.copyOf(answered);
    }

    /** Sends no further queries, and waits for those under way. */
    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
