/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.StateSpec;
import io.tspoon.flink.testkit.BuiltGraph;
import io.tspoon.flink.testkit.InputSteps;
import io.tspoon.flink.testkit.TestStreams;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * Executes the t-graph of a program serially, without Flink's runtime: one transaction after the
 * other, in the order in which the test gives the elements, as at PL4. The program builds the
 * t-graph itself, with the method that the job calls.
 *
 * <pre>{@code
 * try (SerialRun<Long> bank = SerialRun.of(Transfer.class, Bank::settle)) {
 *     bank.given(BALANCE, "alice", 100L)
 *             .when(new Transfer("t1", "alice", "bob", 60))
 *             .expectCommitted()
 *             .expect(BALANCE, "alice", 40L)
 *             .when(new Transfer("t2", "alice", "bob", 60))
 *             .expectAborted("balance is not negative")
 *             .expect(BALANCE, "alice", 40L);
 * }
 * }</pre>
 *
 * <p>All functions of the t-graph run, and see what they would see in a job: they are shipped to
 * where they run, rich functions are opened and closed, elements and values are written and read
 * with their serializers, constraints are checked, and what an aborted transaction did is gone. A
 * function that throws fails the call of the test as it would fail the job, unless the t-graph says
 * that it aborts. If elements of a transaction come to a key by several ways, whose order a job
 * leaves open, they are executed in the order in which they were sent.
 *
 * <p>What a transaction triggers is executed directly behind it, and belongs to the same step of
 * the test.
 *
 * <p>What there is only in a job is left out: parallelism, conflicts and retries, deadlines,
 * checkpoints, the log, queries, the bound of a transaction's size, and what is loaded before the
 * first transaction, which {@link #given} gives. {@code map}, {@code filter} and {@code flatMap} in
 * front of the t-graph are executed; other operators are refused. Where they matter, run the job
 * with {@link LocalJob}.
 *
 * <p>For one thread. A new run takes some 20 ms, a transaction some 20 microseconds.
 *
 * @param <R> type of the elements with which the t-graph is closed
 */
@PublicEvolving
public final class SerialRun<R> implements AutoCloseable {
    /** Name of the stream if the program has only one. */
    private static final String ONLY = "input";

    private final Map<String, DataStream<?>> streams;
    private final InputSteps steps;
    private final SerialEngine<R> engine;
    private final Expectations<R> expectations = new Expectations<>();
    private final Map<List<String>, TransactionResult<R>> calls = new LinkedHashMap<>();

    /**
     * A serial run of a t-graph that has one input.
     *
     * @param input class of the elements, without type parameters
     * @param program builds the t-graph, and returns its results
     * @throws IllegalArgumentException if a part of the t-graph cannot be shipped, or needs Flink
     */
    public static <I, R> SerialRun<R> of(
            Class<I> input, Function<DataStream<I>, DataStream<TransactionResult<R>>> program) {
        return of(TypeInformation.of(input), program);
    }

    /** Like {@link #of(Class, Function)}, for types with parameters. */
    public static <I, R> SerialRun<R> of(
            TypeInformation<I> input,
            Function<DataStream<I>, DataStream<TransactionResult<R>>> program) {
        return of(inputs -> program.apply(inputs.stream(ONLY, input)));
    }

    /**
     * A serial run of a t-graph with any inputs.
     *
     * @param program builds the t-graph on streams that it asks for, and returns its results
     * @throws IllegalArgumentException as {@link #of(Class, Function)}
     */
    public static <R> SerialRun<R> of(
            Function<TestInputs, DataStream<TransactionResult<R>>> program) {
        TestInputs inputs = new TestInputs();
        BuiltGraph graph = BuiltGraph.of(program.apply(inputs));
        if (graph == null) {
            throw new IllegalArgumentException(
                    "[TSP-8005] Cannot run t-graph: the stream that the program returned is not"
                            + " that of its results. Return what closeTransaction returns, without"
                            + " any step behind it.");
        }
        if (!graph.open().batches().isEmpty()) {
            throw new IllegalArgumentException(
                    "[TSP-8050] Cannot run t-graph serially: it takes elements in batches, graph="
                            + graph.open().settings().graph()
                            + ". Run it as a job, or let the program of the test open it with"
                            + " openTransaction.");
        }
        RuntimeContext context = TestStreams.context(inputs.environment());
        try {
            return new SerialRun<>(inputs, graph, context);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "[TSP-8006] Cannot run t-graph: a function could not be opened, graph="
                            + graph.open().settings().graph(),
                    e);
        }
    }

    private SerialRun(TestInputs inputs, BuiltGraph graph, RuntimeContext context)
            throws Exception {
        streams = inputs.streams();
        steps = new InputSteps(context);
        streams.values().forEach(steps::add);
        engine = new SerialEngine<>(graph, context);
        if (!streams.isEmpty()) {
            steps.connect(graph, element -> execute(element, null));
        }
    }

    // ------------------------------------------------------------------ given

    /**
     * Installs a value, as if a transaction before had written it.
     *
     * @throws IllegalArgumentException if the t-graph accesses no such state, or the value violates
     *     the constraint of the state
     */
    public <K, V> SerialRun<R> given(StateSpec<K, V> state, K key, V value) {
        if (state.constraint() != null && !state.constraint().test(value)) {
            throw new IllegalArgumentException(
                    "[TSP-8007] Cannot install value: it violates the constraint of its state,"
                            + " state="
                            + state.name()
                            + ", key="
                            + key
                            + ", value="
                            + value
                            + ", constraint="
                            + state.constraintName());
        }
        SerialEngine.Located located = located(state);
        try {
            located.in().install(located.place(), key, value);
        } catch (Exception e) {
            throw unreadable(state, key, e);
        }
        return this;
    }

    /** Installs values by key, as {@link #given(StateSpec, Object, Object)} does one. */
    public <K, V> SerialRun<R> given(StateSpec<K, V> state, Map<K, V> values) {
        values.forEach((key, value) -> given(state, key, value));
        return this;
    }

    // ------------------------------------------------------------------ when

    /**
     * Gives elements to the only stream. Each is executed before the next one comes.
     *
     * @throws RuntimeException what would fail the job
     */
    public SerialRun<R> when(Object... elements) {
        if (streams.size() != 1) {
            throw new IllegalArgumentException(
                    "[TSP-8008] Cannot give elements to a serial run: it has not one stream,"
                            + " streams="
                            + streams.keySet()
                            + ". Name the stream with whenOn, or use call.");
        }
        return whenOn(streams.keySet().iterator().next(), elements);
    }

    /**
     * Gives elements to a stream. Each is executed before the next one comes.
     *
     * @param input the name that {@link TestInputs#stream} was called with
     * @throws RuntimeException what would fail the job
     */
    public SerialRun<R> whenOn(String input, Object... elements) {
        DataStream<?> stream = streams.get(input);
        if (stream == null) {
            throw new IllegalArgumentException(
                    "[TSP-8009] Cannot give elements to a serial run: it has no such stream,"
                            + " input="
                            + input
                            + ", streams="
                            + streams.keySet());
        }
        for (Object element : elements) {
            if (!stream.getType().getTypeClass().isInstance(element)) {
                throw new IllegalArgumentException(
                        "[TSP-8010] Cannot give element to a serial run: it is of another type than"
                                + " its stream, input="
                                + input
                                + ", type="
                                + stream.getType()
                                + ", element="
                                + element);
            }
        }
        expectations.begin(List.of(elements));
        for (Object element : elements) {
            if (!attempt(() -> steps.give(stream, element))) {
                throw new IllegalArgumentException(
                        "[TSP-8023] Cannot give elements to a serial run: its t-graph is not opened"
                                + " for the stream, input="
                                + input
                                + ". Open it for what TestInputs gives.");
            }
        }
        return this;
    }

    /**
     * Calls a procedure of the t-graph. As in a job, a call with a key that was used before is not
     * executed; its result is the first one.
     *
     * @param key the key that the caller chooses
     * @throws IllegalArgumentException if the t-graph is not opened for calls of the procedure, or
     *     the check of its requests finds a problem
     * @throws RuntimeException what would fail the job
     */
    public <Q> SerialRun<R> call(ProcedureSpec<Q, R> procedure, String key, Q request) {
        CallEntry entry = CallEntry.of(engine.plan(), procedure.name());
        entry.check(request);
        expectations.begin(List.of(request));
        List<String> identity = List.of(procedure.name(), key);
        TransactionResult<R> known = calls.get(identity);
        if (known == null) {
            calls.put(identity, attempt(() -> execute(entry.entered(request), key)));
        } else {
            expectations.addKnown(known);
        }
        return this;
    }

    /** Executes a transaction, and then all that it triggers. Returns the result of the first. */
    private TransactionResult<R> execute(Object element, @Nullable String key) throws Exception {
        TransactionResult<R> result = engine.execute(element, key);
        expectations.add(result);
        SerialEngine.Follower next = engine.takeFollower();
        while (next != null) {
            expectations.add(engine.execute(next.element(), next.key()));
            next = engine.takeFollower();
        }
        return result;
    }

    private static <T> T attempt(Callable<T> action) {
        try {
            return action.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "[TSP-8011] Cannot go on with serial run: a function or a serializer failed: "
                            + e,
                    e);
        }
    }

    // ------------------------------------------------------------------ expect

    /**
     * Expects that all transactions since the last {@code when} or {@code call} have committed.
     *
     * @throws AssertionError otherwise, with the reasons
     */
    public SerialRun<R> expectCommitted() {
        expectations.committed();
        return this;
    }

    /**
     * Expects that all transactions since the last {@code when} or {@code call} have aborted, for
     * this reason among others.
     *
     * @param rule the name of the constraint, the reason that a function gave, or the class of its
     *     exception: what {@link io.tspoon.transaction.AbortReason#rule} says
     * @throws AssertionError otherwise
     */
    public SerialRun<R> expectAborted(String rule) {
        expectations.aborted(rule);
        return this;
    }

    /**
     * Expects that the transactions since the last {@code when} or {@code call} have emitted these
     * elements where the t-graph is closed, in any order.
     *
     * @param elements all of them; nothing if there are none
     * @throws AssertionError otherwise
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    public final SerialRun<R> expectEmitted(R... elements) {
        expectations.emitted(List.of(elements));
        return this;
    }

    /**
     * Expects that a key has a value now.
     *
     * @throws AssertionError otherwise
     */
    public <K, V> SerialRun<R> expect(StateSpec<K, V> state, K key, V value) {
        V actual = stored(state, key);
        if (!value.equals(actual)) {
            throw new AssertionError(
                    "[TSP-8100] The value of a key is not as expected, state="
                            + state.name()
                            + ", key="
                            + key
                            + ", expected="
                            + value
                            + ", actual="
                            + (actual == null ? noValue(state, key) : actual)
                            + expectations.soFar());
        }
        return this;
    }

    /**
     * Expects that a key has no value now. It may have an initial one.
     *
     * @throws AssertionError otherwise
     */
    public <K, V> SerialRun<R> expectNone(StateSpec<K, V> state, K key) {
        V actual = stored(state, key);
        if (actual != null) {
            throw new AssertionError(
                    "[TSP-8101] A key has a value, and none was expected, state="
                            + state.name()
                            + ", key="
                            + key
                            + ", actual="
                            + actual
                            + expectations.soFar());
        }
        return this;
    }

    private static <K> String noValue(StateSpec<K, ?> state, K key) {
        Object initial = state.initialValueOf(key);
        return initial == null ? "none" : "none, so that readers see " + initial;
    }

    // ------------------------------------------------------------------ outcomes

    /** Returns the result of the last transaction. */
    public TransactionResult<R> result() {
        return expectations.last();
    }

    /** Returns the results of all transactions, in their order. */
    public List<TransactionResult<R>> results() {
        return expectations.all();
    }

    /** Returns the value of a key; the initial one if it has none; null without an initial one. */
    public <K, V> @Nullable V value(StateSpec<K, V> state, K key) {
        V stored = stored(state, key);
        return stored == null ? state.initialValueOf(key) : stored;
    }

    /** Returns the keys that have a value, each with its value. */
    @SuppressWarnings("unchecked") // the spec is that of the state
    public <K, V> Map<K, V> values(StateSpec<K, V> state) {
        SerialEngine.Located located = located(state);
        return attempt(() -> (Map<K, V>) located.in().values(located.place()));
    }

    /**
     * Expects that results of a job are those of this serial run: executes their elements in the
     * order of the results' timestamps, and compares outcome, updates and emitted elements of each.
     * That is what serializable means, so it holds for a job at PL3 or PL4, whatever its
     * parallelism. Begin with the values with which the job began.
     *
     * <pre>{@code
     * List<TransactionResult<Long>> results = LocalJob.collect(Bank.settle(stream));
     * run.replay(results, result -> transfers.get(result.key()));
     * }</pre>
     *
     * @param results of the job, in any order; all of them
     * @param element gives the element of a result, as it has entered the t-graph
     * @throws AssertionError at the first difference
     */
    public SerialRun<R> replay(
            List<TransactionResult<R>> results, Function<TransactionResult<R>, ?> element) {
        List<TransactionResult<R>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        for (TransactionResult<R> result : ordered) {
            Object given = element.apply(result);
            expectations.begin(Collections.singletonList(given));
            Object entering = CallEntry.entering(engine.plan(), result.entrance(), given);
            expectations.add(attempt(() -> engine.execute(entering, result.key())));
            engine.dropFollowers(); // they have results of their own
            Replayed.check(result, expectations.last(), given);
        }
        return this;
    }

    /** Closes the functions of the t-graph. */
    @Override
    public void close() {
        try (steps) {
            engine.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "[TSP-8012] Cannot close serial run: a function failed when it was closed", e);
        }
    }

    @SuppressWarnings("unchecked") // the spec is that of the state
    private <K, V> @Nullable V stored(StateSpec<K, V> state, K key) {
        SerialEngine.Located located = located(state);
        try {
            return (V) located.in().value(located.place(), key);
        } catch (Exception e) {
            throw unreadable(state, key, e);
        }
    }

    private SerialEngine.Located located(StateSpec<?, ?> state) {
        SerialEngine.Located located = engine.find(state.name());
        if (located == null || !located.plan().valueType().equals(state.valueType())) {
            throw new IllegalArgumentException(
                    "[TSP-8013] Cannot find state: the t-graph accesses none of this name and type,"
                            + " state="
                            + state
                            + ", states="
                            + engine.stateNames());
        }
        return located;
    }

    private static IllegalArgumentException unreadable(
            StateSpec<?, ?> state, Object key, Exception cause) {
        return new IllegalArgumentException(
                "[TSP-8014] Cannot use value of a state: its key or value cannot be written and"
                        + " read, state="
                        + state.name()
                        + ", key="
                        + key,
                cause);
    }
}
