/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.WriteAheadLog;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.LeafElement;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A transactional subgraph of a Flink job, "t-graph" for short. Each element that enters it starts
 * one transaction over all the state that it accesses.
 *
 * <pre>{@code
 * DataStream<TransactionResult<Long>> results =
 *     TransactionalGraph.named("bank")
 *         .openTransaction(transfers)
 *         .flatMap(Transfer::movements, Movement.class)
 *         .keyBy(Movement::account)
 *         .update(ACCOUNT_BALANCE, (balance, movement) -> balance + movement.amount())
 *         .closeTransaction();
 * }</pre>
 *
 * <p>Settings that are not made here come from Flink's configuration, see {@link
 * TransactionalGraphOptions}. Make all settings before you open the t-graph: a later one throws an
 * {@link InvalidGraphException}. A t-graph can be opened for several streams, each with a type of
 * its own, if each gets the name of an entrance, and for calls from outside.
 *
 * <p>Source: TSpoon, section 3.
 */
@PublicEvolving
public final class TransactionalGraph {
    private final String name;
    private final Configuration settings = new Configuration();
    private String uidPrefix;
    private int parallelism;
    private boolean kryoAllowed;
    private @Nullable WriteAheadLog writeAheadLog;
    private List<StateSpec<?, ?>> writable = List.of();
    private List<StateLoad<?, ?, ?>> loads = List.of();

    /** Builds the t-graph; null until it is opened. */
    private @Nullable GraphBuilder builder;

    private TransactionalGraph(String name) {
        this.name = name;
        this.uidPrefix = name;
    }

    /**
     * Starts the description of a t-graph.
     *
     * @param name unique in the job; part of all uids, options, metrics and addresses. A letter,
     *     then up to 63 letters, digits, {@code _} or {@code -}
     * @throws InvalidGraphException if the name is invalid
     */
    public static TransactionalGraph named(String name) {
        GraphTypes.checkName("t-graph", name);
        return new TransactionalGraph(name);
    }

    /**
     * Sets how far transactions are isolated from each other; PL3 by default. With {@link
     * ConcurrencyControl#DETERMINISTIC} it is always PL4.
     */
    public TransactionalGraph isolation(IsolationLevel level) {
        return set(TransactionalGraphOptions.isolation(name), level);
    }

    /**
     * Sets the mechanism that isolates transactions; timestamp-based by default. {@code
     * docs/isolation.md} says which one to choose.
     */
    public TransactionalGraph concurrencyControl(ConcurrencyControl mechanism) {
        return set(TransactionalGraphOptions.concurrencyControl(name), mechanism);
    }

    /**
     * Sets when a committed transaction becomes durable. The default is LOG if a place for the log
     * is given, else CHECKPOINT.
     */
    public TransactionalGraph durability(Durability durability) {
        return set(TransactionalGraphOptions.durability(name), durability);
    }

    /**
     * Sets the durability to LOG and the write-ahead log that it uses: outcomes are logged before
     * anybody can see them.
     *
     * @param log where outcomes are logged, such as {@code new FileLog("hdfs://namenode/logs")};
     *     used by this job only
     */
    public TransactionalGraph writeAheadLog(WriteAheadLog log) {
        checkNotOpened("writeAheadLog");
        checkGiven("writeAheadLog", log);
        writeAheadLog = log;
        return durability(Durability.LOG);
    }

    /**
     * Sets the maximum number of transactions in flight at each coordinator.
     *
     * @param transactions 1 to 1,000,000. The default is 2,048, or 3,072 at PL4 and with a log
     */
    public TransactionalGraph maxInFlight(int transactions) {
        return set(TransactionalGraphOptions.maxInFlight(name), transactions);
    }

    /**
     * Sets how many keys each instance of a stateful operator caches in front of Flink's keyed
     * state.
     *
     * @param keys 1 to 134,217,728
     */
    public TransactionalGraph cacheCapacity(int keys) {
        return set(TransactionalGraphOptions.cacheCapacity(name), keys);
    }

    /**
     * Sets the time after which a transaction that is not complete fails the job; 60 s by default.
     *
     * <p>The time in which a checkpoint barrier is late in another instance does not count. Neither
     * does the time that functions between openTransaction and the first state take: they occupy
     * the thread that checks the deadline, so it does not notice one that never returns.
     *
     * @param deadline 1 ms to 36,500 days
     */
    public TransactionalGraph deadline(Duration deadline) {
        return set(TransactionalGraphOptions.deadline(name), deadline);
    }

    /**
     * Lets the results of each coordinator leave in the order in which its transactions have
     * entered, which is that of their timestamps, as if they had been executed one by one. Else a
     * result leaves as soon as its transaction is over, perhaps before one that has entered
     * earlier.
     *
     * <p>With an input of parallelism 1, or with parallelism 1, there is one coordinator that has
     * transactions, so all results are in one order. Needs {@link IsolationLevel#PL4} or {@link
     * ConcurrencyControl#DETERMINISTIC}; else the t-graph is refused when it is opened.
     */
    public TransactionalGraph orderedResults() {
        return set(TransactionalGraphOptions.orderedResults(name), true);
    }

    /**
     * Sets what follows if a function inside the t-graph throws an exception for an element of a
     * stream. By default the job fails, and after its restart it fails again if the same element
     * comes. With {@link ExceptionPolicy#ABORT} the element's transaction aborts, so its result
     * says which function threw what, and others go on.
     *
     * <p>Some exceptions fail the job in any case: an {@link Error}, one of the function that gives
     * transactions their keys, and with {@link ConcurrencyControl#DETERMINISTIC} one of an access
     * that is declared never to fail, or of a function behind the last state.
     */
    public TransactionalGraph onException(ExceptionPolicy policy) {
        return set(TransactionalGraphOptions.onException(name), policy);
    }

    /**
     * Sets which results give back the element of which they are, so that those that were rejected
     * can be kept or tried again: {@link TransactionResult#input(Class)}. By default none does.
     *
     * <p>The element is that which has entered, with or without a transaction key: for calls it is
     * the request, for a {@link ChangelogInput} what that makes of a row. With a write-ahead log it
     * is also in the log, so that a result that is repeated after a failure has it, too; unless the
     * log has no room for so large a transaction.
     */
    public TransactionalGraph returnInputs(ReturnedInputs which) {
        return set(TransactionalGraphOptions.returnInputs(name), which);
    }

    /**
     * Lets others read the states over HTTP while the job runs. Needs the module tspoon-query in
     * the job's jar. The settings of the server are {@code tspoon.query.*}.
     */
    public TransactionalGraph queryable() {
        return set(TransactionalGraphOptions.queryable(name), true);
    }

    /**
     * Sets how far back queries can read at any timestamp, at most: not before the last start of
     * the job, and less when {@code query-retained-versions} is reached. By default they read
     * snapshots from the moment of the query on. All versions of this time are kept in memory.
     * Refused if the t-graph is not {@link #queryable}.
     *
     * @param retention 0 to 36,500 days
     */
    public TransactionalGraph queryRetention(Duration retention) {
        return set(TransactionalGraphOptions.queryRetention(name), retention);
    }

    /**
     * Sets how long others can ask over HTTP what became of a transaction, by its key: at most this
     * long after its result has left the t-graph, and less when {@code retained-outcomes} is
     * reached. Outcomes are kept in memory: after a failure of the job those are known whose
     * results leave again. By default nobody can ask. Refused if the t-graph is not {@link
     * #queryable}, or if it is opened without a transaction key.
     *
     * @param retention 0 to 36,500 days
     */
    public TransactionalGraph outcomeRetention(Duration retention) {
        return set(TransactionalGraphOptions.outcomeRetention(name), retention);
    }

    /**
     * Lets others write these states over HTTP while the job runs, beside the procedures that they
     * call: one transaction says what values it expects of some keys, and writes or deletes others,
     * of one or several states. It meets the constraints of the states, and has the isolation of
     * the t-graph. It comes by the entrance {@code transact}.
     *
     * <p>Can be called several times. Whoever may write a state also learns whether a key has the
     * value that is expected. Below {@link IsolationLevel#PL3} an expectation may not hold any more
     * when the transaction commits.
     *
     * @param states which the t-graph accesses with these objects. When it is closed, it is refused
     *     if it does not; if it accesses one with {@code transact} or {@code sameKey}, or in 32
     *     places already; if keys or values of one cannot be read from JSON; or if it has 32
     *     entrances already. When it is opened, it is refused if it is not {@link #queryable}, or
     *     if its stream has no name
     * @throws InvalidGraphException if a state is null, or is passed twice
     */
    public TransactionalGraph writable(StateSpec<?, ?>... states) {
        checkNotOpened("writable");
        writable = WriteChecks.add(name, writable, states);
        return this;
    }

    /**
     * Loads values into a state before the first transaction: no element, call or query gets into
     * the t-graph before all of them are there. Each element of the stream is the value of a key
     * that comes once.
     *
     * <pre>{@code
     * TransactionalGraph.named("bank")
     *     .load(ACCOUNTS, accounts, Account::id, account -> account)
     *     .openTransaction(transfers)
     * }</pre>
     *
     * <p>If the job fails meanwhile, it begins the load again, from nothing. Until all is loaded
     * Flink takes no checkpoint, of any part of the job. All later checkpoints and savepoints say
     * that the state was loaded, so after a start from one of them nothing is loaded, whatever the
     * stream gives, and the load can be left out of the program. A state that was not loaded and
     * has values in a snapshot is not loaded either: the start is refused.
     *
     * <p>Each value must satisfy the constraint of the state. If one does not, or a key comes
     * twice, or a key or value is null, the job fails. With a write-ahead log the load is not
     * logged, so a failure before the first checkpoint loads once more: the stream must give the
     * same again.
     *
     * @param state which the t-graph accesses with this object; else it is refused when it is
     *     closed
     * @param stream which ends by itself, and has no source in common with the t-graph's inputs.
     *     Its source needs a uid of its own
     * @param keys gives the key of an element
     * @param values gives the value of an element
     * @throws InvalidGraphException if an argument is null, the stream does not end, or another one
     *     is loaded into the state
     */
    public <T, K, V> TransactionalGraph load(
            StateSpec<K, V> state,
            DataStream<T> stream,
            KeySelector<T, K> keys,
            MapFunction<T, V> values) {
        checkNotOpened(LoadChecks.OPERATION);
        loads = LoadChecks.add(name, loads, new StateLoad<>(state, stream, keys, values));
        return this;
    }

    /** Loads pairs of keys and values into a state before the first transaction. */
    public <K, V> TransactionalGraph load(StateSpec<K, V> state, DataStream<Tuple2<K, V>> stream) {
        return load(state, stream, pair -> pair.f0, pair -> pair.f1);
    }

    /**
     * Sets how long the outcome of a call is retained: for this time, whoever calls a procedure
     * again with the same key gets the first outcome, and the call is not executed again. Beyond it
     * the key is new. An outcome is never given up earlier: when {@code max-retained-calls} is
     * reached, further calls are refused. By default 1 h.
     *
     * @param retention 1 s to 36,500 days
     */
    public TransactionalGraph callRetention(Duration retention) {
        return set(TransactionalGraphOptions.callRetention(name), retention);
    }

    /**
     * Sets the maximum number of calls in flight at each coordinator. They have places of their
     * own, beside those of {@link #maxInFlight}.
     *
     * @param calls 1 to 100,000. The default is 256
     */
    public TransactionalGraph maxCallsInFlight(int calls) {
        return set(TransactionalGraphOptions.maxCallsInFlight(name), calls);
    }

    /**
     * Sets the number of coordinators, which is also the number of instances of each state.
     *
     * @param instances 1 to 1,024; by default the parallelism of the environment
     */
    public TransactionalGraph parallelism(int instances) {
        checkNotOpened("parallelism");
        if (instances < 1) {
            throw new InvalidGraphException(
                    "[TSP-1008] Cannot set parallelism: it must be at least 1, graph="
                            + name
                            + ", parallelism="
                            + instances);
        }
        parallelism = instances;
        return this;
    }

    /**
     * Sets the prefix of the uids of the t-graph's operators; by default its name. Savepoints find
     * state by uid, and a write-ahead log is stored under this prefix. Keep the prefix when you
     * rename the t-graph.
     */
    public TransactionalGraph uidPrefix(String prefix) {
        checkNotOpened("uidPrefix");
        GraphTypes.checkName("uid prefix", prefix);
        uidPrefix = prefix;
        return this;
    }

    /** Allows types that Flink can only serialize with Kryo: slow, and hard to upgrade. */
    public TransactionalGraph allowKryo() {
        checkNotOpened("allowKryo");
        kryoAllowed = true;
        return this;
    }

    /**
     * Keeps the order of elements that have the same key, such as the commands of a customer: their
     * transactions take effect in the order in which the stream brings them. Below PL4, which is
     * the default, two elements of a key that come shortly one after the other may change places.
     *
     * <p>In one word this sets {@link IsolationLevel#PL4}, unless another level is set, which is
     * refused; and it sends the elements of a key to one coordinator. What it costs is what PL4
     * costs: {@code docs/isolation.md#entry-order-pl4}.
     *
     * <pre>{@code
     * TransactionalGraph.named("orders")
     *     .orderedBy(Command::customer)
     *     .openTransaction(commands, Command::id)
     * }</pre>
     *
     * @param key of an element, never null
     * @throws InvalidGraphException if the key is null
     */
    public <T, K> OrderedGraph<T> orderedBy(KeySelector<T, K> key) {
        return orderedBy(key, (TypeInformation<K>) null);
    }

    /** The same, where the type of the key cannot be found. */
    public <T, K> OrderedGraph<T> orderedBy(KeySelector<T, K> key, Class<K> keyType) {
        FunctionChecks.checkGiven(name, "orderedBy", "key type", keyType);
        return orderedBy(key, TypeInformation.of(keyType));
    }

    private <T, K> OrderedGraph<T> orderedBy(
            KeySelector<T, K> key, @Nullable TypeInformation<K> keyType) {
        FunctionChecks.checkGiven(name, "orderedBy", "key", key);
        ConfigOption<IsolationLevel> level = TransactionalGraphOptions.isolation(name);
        if (builder == null && !settings.contains(level)) {
            settings.set(level, IsolationLevel.PL4);
        }
        return new OrderedGraph<>(this, key, keyType);
    }

    /**
     * Opens the t-graph: each element of the stream becomes a transaction.
     *
     * <p>Before this call, set the parallelism, maximum parallelism and slots of the input and the
     * maximum parallelism of the environment. If they change afterwards, the job is refused when it
     * is executed.
     *
     * <p>Flink may chain the open operator to the source. A source that blocks its thread while it
     * waits for input then delays the transactions in flight. To avoid that, put {@code
     * rebalance()} in between.
     *
     * @param input the only input of the t-graph. Rows need a {@link ChangelogInput}
     * @throws InvalidGraphException if the t-graph was opened before; if another t-graph of the job
     *     has the same name or uid prefix; if a setting of the program or the configuration is
     *     invalid, unknown or contradicts another one, or names a file that does not exist; if
     *     Flink can only serialize the elements with Kryo; or if the elements are rows
     */
    public <T> TransactionalStream<T> openTransaction(DataStream<T> input) {
        return open("", input, null);
    }

    /**
     * Opens the t-graph for the rows of a changelog: each of them that is not ignored becomes a
     * transaction.
     *
     * @param input the only input of the t-graph
     * @throws InvalidGraphException as {@link #openTransaction(DataStream)}, or if the rows are
     *     {@linkplain ChangelogInput#upserts upserts} and the isolation level is not PL4
     */
    public <T> TransactionalStream<T> openTransaction(ChangelogInput<T> input) {
        return open("", input, null);
    }

    /**
     * Opens the t-graph and gives each transaction a key, which identifies its result.
     *
     * @param input the only input of the t-graph
     * @param transactionKey returns the key of an element's transaction, never null. With a
     *     write-ahead log the key must belong to one element only, such as an order number, because
     *     recovery recognizes executed inputs by it. If two elements share a key, after a crash one
     *     of them may be executed again, or be taken for the other and dropped. If there is no such
     *     key, open the t-graph without one
     * @throws InvalidGraphException as {@link #openTransaction(DataStream)}, or if the key function
     *     is null or cannot be serialized
     */
    public <T> TransactionalStream<T> openTransaction(
            DataStream<T> input, KeySelector<T, String> transactionKey) {
        FunctionChecks.checkGiven(name, "openTransaction", "transaction key", transactionKey);
        return open("", input, transactionKey);
    }

    /**
     * Opens the t-graph for the rows of a changelog and gives each transaction a key.
     *
     * @param input the only input of the t-graph
     * @param transactionKey as of {@link #openTransaction(DataStream, KeySelector)}. The key of a
     *     table is none: several rows of a changelog have it
     * @throws InvalidGraphException as {@link #openTransaction(ChangelogInput)}, or if the key
     *     function is null or cannot be serialized
     */
    public <T> TransactionalStream<T> openTransaction(
            ChangelogInput<T> input, KeySelector<T, String> transactionKey) {
        FunctionChecks.checkGiven(name, "openTransaction", "transaction key", transactionKey);
        return open("", input, transactionKey);
    }

    /**
     * Opens the t-graph for one of several streams: each of its elements becomes a transaction.
     * Each stream has a type, steps and functions of its own, on the same states. Close them
     * together with {@link #closeTransaction}.
     *
     * @param entrance name of the entrance by which the elements come, unique in the t-graph. A
     *     letter, then up to 63 letters, digits, {@code _} or {@code -}. Results {@linkplain
     *     TransactionResult#entrance say} it, and it is part of a uid and of what a write-ahead log
     *     knows inputs by, so keep it
     * @param input one of at most 32 inputs of the t-graph
     * @throws InvalidGraphException as {@link #openTransaction(DataStream)}; if another entrance
     *     has this name or the t-graph was opened without one; if the streams are of different
     *     environments; or if the t-graph has a write-ahead log and the transactions of some
     *     entrances have keys and others have none
     */
    public <T> TransactionalStream<T> openTransaction(String entrance, DataStream<T> input) {
        GraphTypes.checkName("entrance", entrance);
        return open(entrance, input, null);
    }

    /**
     * Opens the t-graph for one of several streams, and gives each transaction a key.
     *
     * @param entrance as of {@link #openTransaction(String, DataStream)}
     * @param input one of at most 32 inputs of the t-graph
     * @param transactionKey as of {@link #openTransaction(DataStream, KeySelector)}. Equal keys of
     *     two entrances differ
     * @throws InvalidGraphException as {@link #openTransaction(String, DataStream)}, or if the key
     *     function is null or cannot be serialized
     */
    public <T> TransactionalStream<T> openTransaction(
            String entrance, DataStream<T> input, KeySelector<T, String> transactionKey) {
        GraphTypes.checkName("entrance", entrance);
        FunctionChecks.checkGiven(name, "openTransaction", "transaction key", transactionKey);
        return open(entrance, input, transactionKey);
    }

    /**
     * Opens the t-graph for the rows of a changelog, which is one of several inputs.
     *
     * @param entrance as of {@link #openTransaction(String, DataStream)}
     * @param input one of at most 32 inputs of the t-graph
     * @throws InvalidGraphException as {@link #openTransaction(String, DataStream)} and {@link
     *     #openTransaction(ChangelogInput)}
     */
    public <T> TransactionalStream<T> openTransaction(String entrance, ChangelogInput<T> input) {
        GraphTypes.checkName("entrance", entrance);
        return open(entrance, input, null);
    }

    /**
     * Opens the t-graph for the rows of a changelog, which is one of several inputs, and gives each
     * transaction a key.
     *
     * @param entrance as of {@link #openTransaction(String, DataStream)}
     * @param input one of at most 32 inputs of the t-graph
     * @param transactionKey as of {@link #openTransaction(ChangelogInput, KeySelector)}
     * @throws InvalidGraphException as {@link #openTransaction(String, ChangelogInput)}, or if the
     *     key function is null or cannot be serialized
     */
    public <T> TransactionalStream<T> openTransaction(
            String entrance, ChangelogInput<T> input, KeySelector<T, String> transactionKey) {
        GraphTypes.checkName("entrance", entrance);
        FunctionChecks.checkGiven(name, "openTransaction", "transaction key", transactionKey);
        return open(entrance, input, transactionKey);
    }

    /**
     * Opens the t-graph for the calls of a procedure: each request that others send over HTTP
     * becomes a transaction, at any place between those of the t-graph's streams. The caller gets
     * the outcome, and what the transaction emits where the t-graph is closed. The result also
     * leaves the t-graph, like any other.
     *
     * <p>The calls come by an entrance that has the procedure's name, beside streams that come by
     * {@linkplain #openTransaction(String, DataStream) entrances}. They have keys in any case,
     * which their callers choose: who repeats a call with its key gets the first outcome, see
     * {@link #callRetention}. A function that throws for a call aborts it. It does not fail the
     * job, unless an access is {@linkplain KeyedTransactionalStream#neverFails declared} never to
     * abort.
     *
     * <p>A t-graph for calls only does not end by itself. It has a source that gives nothing, which
     * is gone once a later version of the program opens it for a stream, too: start that version
     * with {@code --allowNonRestoredState}.
     *
     * @param environment of the job
     * @param procedure what is called; one of at most 32 inputs of the t-graph
     * @return the requests
     * @throws InvalidGraphException if the t-graph is not {@link #queryable}; if another entrance
     *     has the procedure's name, or the t-graph was opened for a stream without one; if it
     *     belongs to another environment; if Flink can only serialize requests or answers with
     *     Kryo, or they cannot be written as JSON; or if the check of requests cannot be serialized
     */
    public <Q, R> TransactionalStream<Q> openCalls(
            StreamExecutionEnvironment environment, ProcedureSpec<Q, R> procedure) {
        FunctionChecks.checkGiven(name, "openCalls", "environment", environment);
        FunctionChecks.checkGiven(name, "openCalls", "procedure", procedure);
        if (builder != null) {
            builder.checkTakesCalls(procedure.name());
        }
        return open(new CallArrival<>(environment, procedure));
    }

    /**
     * Opens the t-graph: several elements of the stream become a transaction together, a batch.
     * Functions in front of the first state see one element after the other, in the order of the
     * batch. All of a batch takes effect, or nothing: whatever aborts for one of its elements
     * aborts all of it, unless it {@linkplain Batches#rejecting rejects} that element. There is one
     * result for each batch: {@link TransactionResult#elements} tells what became of each element.
     *
     * <p>The key of the transaction is that of the batch; if batches have no keys, it is that of
     * the first element.
     *
     * @param input the only input of the t-graph
     * @param batches which elements belong together
     * @param elementKey gives the key of an element, never null, by which results and reasons name
     *     it, and by which a write-ahead log recognizes it; so with a log it is unique
     * @throws InvalidGraphException as {@link #openTransaction(DataStream)}; also if batches of a
     *     count are larger than they may be; if results are to give back elements, or outcomes are
     *     retained and batches have no keys; if there is a write-ahead log, elements have no keys,
     *     and batches are by key or of a named entrance. When the t-graph is closed, it is refused
     *     if it has a {@code transact}, or batches reject elements that do more than one access to
     *     a partition
     */
    public <T> TransactionalStream<T> openBatches(
            DataStream<T> input, Batches<? super T> batches, KeySelector<T, String> elementKey) {
        FunctionChecks.checkGiven(name, "openBatches", "element key", elementKey);
        return openInBatches("", input, batches, elementKey);
    }

    /**
     * As above, for elements without a key. With a write-ahead log they are recognized by their
     * content, and batches must not be by key.
     */
    public <T> TransactionalStream<T> openBatches(DataStream<T> input, Batches<? super T> batches) {
        return openInBatches("", input, batches, null);
    }

    /**
     * Opens the t-graph for a stream beside others, see {@link #openTransaction(String,
     * DataStream)}, whose elements are batches.
     *
     * @param entrance name by which results tell where their elements came from
     */
    public <T> TransactionalStream<T> openBatches(
            String entrance,
            DataStream<T> input,
            Batches<? super T> batches,
            KeySelector<T, String> elementKey) {
        GraphTypes.checkName("entrance", entrance);
        FunctionChecks.checkGiven(name, "openBatches", "element key", elementKey);
        return openInBatches(entrance, input, batches, elementKey);
    }

    /** As above, for elements without a key. Refused with a write-ahead log. */
    public <T> TransactionalStream<T> openBatches(
            String entrance, DataStream<T> input, Batches<? super T> batches) {
        GraphTypes.checkName("entrance", entrance);
        return openInBatches(entrance, input, batches, null);
    }

    private <T> TransactionalStream<T> openInBatches(
            String entrance,
            DataStream<T> input,
            Batches<? super T> batches,
            @Nullable KeySelector<T, String> elementKey) {
        checkTakes(entrance);
        FunctionChecks.checkGiven(name, "openBatches", "input", input);
        FunctionChecks.checkGiven(name, "openBatches", "batches", batches);
        GraphTypes.checkNoRows(name, input.getType());
        batches.check(input.getExecutionEnvironment(), name);
        DataStream<T> spread =
                batches.isNamed() ? Spread.byKey(input, names(batches), Types.STRING) : input;
        return open(new StreamArrival<>(entrance, spread, elementKey, false, batches));
    }

    @SuppressWarnings("unchecked") // it only takes elements
    private static <T> KeySelector<T, String> names(Batches<? super T> batches) {
        return ((Batches<T>) batches).names();
    }

    /**
     * Opens the t-graph for what its own transactions {@linkplain
     * io.tspoon.transaction.TransactionContext#trigger trigger}: each element becomes a transaction
     * when the one that has triggered it has committed, at the same coordinator, before any further
     * element of a stream. Its result leaves the t-graph, like any other.
     *
     * <p>The elements come by an entrance that has the name of the spec, beside streams that come
     * by {@linkplain #openTransaction(String, DataStream) entrances}, one by one or in batches, and
     * calls. What is triggered is never part of a batch. Where others call the t-graph, a function
     * that throws for a triggered element aborts its transaction, and does not fail the job.
     *
     * @param environment of the job
     * @param entrance what is triggered; one of at most 32 inputs of the t-graph
     * @return the elements
     * @throws InvalidGraphException if another entrance has its name, or the t-graph was opened for
     *     a stream without one; if it belongs to another environment; or if Flink can only
     *     serialize the elements with Kryo
     */
    public <T> TransactionalStream<T> openTriggers(
            StreamExecutionEnvironment environment, TriggerSpec<T> entrance) {
        FunctionChecks.checkGiven(name, "openTriggers", "environment", environment);
        FunctionChecks.checkGiven(name, "openTriggers", "entrance", entrance);
        checkTakes(entrance.name());
        GraphTypes.checkNoRows(name, entrance.type());
        return open(new TriggerArrival<>(environment, entrance));
    }

    /** Opens it for a stream whose elements have to keep their order. */
    <T> TransactionalStream<T> openOrdered(
            String entrance, DataStream<T> input, @Nullable KeySelector<T, String> transactionKey) {
        checkTakes(entrance);
        GraphTypes.checkNoRows(name, input.getType());
        return open(new StreamArrival<>(entrance, input, transactionKey, true));
    }

    String name() {
        return name;
    }

    private <T> TransactionalStream<T> open(
            String entrance, DataStream<T> input, @Nullable KeySelector<T, String> transactionKey) {
        checkTakes(entrance);
        FunctionChecks.checkGiven(name, "openTransaction", "input", input);
        GraphTypes.checkNoRows(name, input.getType());
        return open(new StreamArrival<>(entrance, input, transactionKey, false));
    }

    private <T> TransactionalStream<T> open(
            String entrance,
            ChangelogInput<T> input,
            @Nullable KeySelector<T, String> transactionKey) {
        checkTakes(entrance);
        FunctionChecks.checkGiven(name, "openTransaction", "input", input);
        String uid = uidPrefix + (entrance.isEmpty() ? "" : "-" + entrance) + "-changelog";
        return open(
                new StreamArrival<>(
                        entrance, input.elements(uid), transactionKey, input.isOrdered()));
    }

    private void checkTakes(String entrance) {
        if (builder != null) {
            builder.checkTakes(entrance);
        }
    }

    private <T> TransactionalStream<T> open(Arrival<T> arrival) {
        if (builder != null) {
            return new TransactionalStream<>(builder, builder.open(arrival));
        }
        GraphBuilder.Opened<T> opened =
                GraphBuilder.open(
                        arrival,
                        new GraphBuilder.Description(
                                name,
                                uidPrefix,
                                settings,
                                writeAheadLog,
                                parallelism,
                                kryoAllowed,
                                writable,
                                loads));
        builder = opened.builder();
        return new TransactionalStream<>(builder, opened.node());
    }

    /**
     * Closes a t-graph with several leaf streams. The result of each transaction carries the
     * elements of all of them.
     *
     * <p>A branch that is not among the leaves is still executed: it accesses its states and can
     * abort the transaction. But the elements that it emits are in no result.
     *
     * @param leaves streams of one t-graph and of one type, at least one, each of them once
     * @throws InvalidGraphException if no stream is given, one is null, or they differ in t-graph
     *     or type; if two have elements in common, such as a stream and a union with it; if the
     *     t-graph is closed; if the elements of a leaf, or of a stream with other consumers,
     *     continue with {@link AccessedStream#sameKey}; if a procedure answers with another type;
     *     or if the t-graph has a write-ahead log and no state. What depends on the whole job, such
     *     as its checkpoint mode, is checked when the job is executed
     */
    @SafeVarargs
    public static <T> DataStream<TransactionResult<T>> closeTransaction(
            TransactionalStream<T>... leaves) {
        if (leaves == null || leaves.length == 0) {
            throw new InvalidGraphException(
                    "[TSP-1018] Cannot close t-graph: no stream was given. Pass its leaf streams.");
        }
        List<StreamNode<T>> nodes = new ArrayList<>();
        for (TransactionalStream<T> leaf : leaves) {
            if (leaf == null) {
                throw new InvalidGraphException(
                        "[TSP-1019] Cannot close t-graph: a stream is null, place="
                                + nodes.size()
                                + ". Pass its leaf streams.");
            }
            nodes.add(leaf.node());
        }
        return leaves[0].builder().close(nodes);
    }

    /**
     * Closes a t-graph with several leaf streams, whose types may differ. The result of each
     * transaction carries the elements of all of them, each with the name of its leaf.
     *
     * <pre>{@code
     * DataStream<TransactionResult<LeafElement<Record>>> results =
     *     TransactionalGraph.closeTransaction(paid.as("paid"), reserved.as("reserved"));
     * }</pre>
     *
     * <p>Elements of a leaf that is also part of another one, such as of a union with it, come by
     * both.
     *
     * @param first stream of the t-graph
     * @param others further ones, at most 255
     * @param <T> what their types have in common
     * @throws InvalidGraphException as that of leaves without names, or if two have the same name
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <T> DataStream<TransactionResult<LeafElement<T>>> closeTransaction(
            NamedLeaf<? extends T> first, NamedLeaf<? extends T>... others) {
        List<TransactionalStream<LeafElement<T>>> named = NamedLeaves.name(first, others);
        return named.get(0).builder().close(named.stream().map(TransactionalStream::node).toList());
    }

    private <V> TransactionalGraph set(ConfigOption<V> option, V value) {
        checkNotOpened(option.key());
        checkGiven(option.key(), value);
        settings.set(option, value);
        return this;
    }

    private void checkGiven(String setting, @Nullable Object value) {
        if (value == null) {
            throw new InvalidGraphException(
                    "[TSP-1009] Cannot change setting of t-graph: its value is null, graph="
                            + name
                            + ", setting="
                            + setting
                            + ". Leave the call out for the default.");
        }
    }

    /** Refuses a setting that would be ignored because it comes too late. */
    private void checkNotOpened(String setting) {
        if (builder != null) {
            throw new InvalidGraphException(
                    "[TSP-1010] Cannot change setting of t-graph: it is open, graph="
                            + name
                            + ", setting="
                            + setting
                            + ". Set it before openTransaction.");
        }
    }
}
