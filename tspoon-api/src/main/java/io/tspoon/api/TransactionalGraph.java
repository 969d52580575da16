/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.WriteAheadLog;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A transactional subgraph of a Flink job, "t-graph" for short: every element that enters is one
 * transaction over all the state that it touches.
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
 * <p>Settings that are not given here come from Flink's configuration, see {@link
 * TransactionalGraphOptions}. All are given before the t-graph is opened; who sets one afterwards
 * gets an {@link InvalidGraphException}. A t-graph is opened once; describe another one for another
 * stream.
 *
 * <p>Source: TSpoon, section 3.
 */
public final class TransactionalGraph {
    private final String name;
    private final Configuration settings = new Configuration();
    private String uidPrefix;
    private int parallelism;
    private boolean kryoAllowed;
    private boolean opened;
    private @Nullable WriteAheadLog writeAheadLog;

    private TransactionalGraph(String name) {
        this.name = name;
        this.uidPrefix = name;
    }

    /**
     * Describes a t-graph.
     *
     * @param name unique in the job; part of all uids, options, metrics and addresses
     * @throws InvalidGraphException if the name is unfit
     */
    public static TransactionalGraph named(String name) {
        GraphTypes.checkName("t-graph", name);
        return new TransactionalGraph(name);
    }

    /** How far transactions are kept apart; PL3 by default. */
    public TransactionalGraph isolation(IsolationLevel level) {
        return set(TransactionalGraphOptions.isolation(name), level);
    }

    /** How transactions are kept apart; timestamp-based by default. */
    public TransactionalGraph concurrencyControl(ConcurrencyControl mechanism) {
        return set(TransactionalGraphOptions.concurrencyControl(name), mechanism);
    }

    /**
     * From when on a committed transaction survives a crash; by default log if there is a place for
     * it, else checkpoint.
     */
    public TransactionalGraph durability(Durability durability) {
        return set(TransactionalGraphOptions.durability(name), durability);
    }

    /**
     * Logs outcomes before anybody can see them, with durability LOG.
     *
     * @param log where they go, for instance {@code new FileLog("hdfs://namenode/logs")}; for this
     *     job alone
     */
    public TransactionalGraph writeAheadLog(WriteAheadLog log) {
        checkNotOpened("writeAheadLog");
        checkGiven("writeAheadLog", log);
        writeAheadLog = log;
        return durability(Durability.LOG);
    }

    /**
     * How many transactions each coordinator has in flight at most, 1 to 1,000,000; if not given,
     * 2,048, at PL4 and with a log 3,072.
     */
    public TransactionalGraph maxInFlight(int transactions) {
        return set(TransactionalGraphOptions.maxInFlight(name), transactions);
    }

    /**
     * How many keys each instance of a stateful operator keeps in front of Flink's keyed state, 1
     * to 134,217,728.
     */
    public TransactionalGraph cacheCapacity(int keys) {
        return set(TransactionalGraphOptions.cacheCapacity(name), keys);
    }

    /**
     * A transaction that is not complete after this time, 60 s by default, fails the job: 1 ms to
     * 36,500 days. The time in which a checkpoint barrier is late in another instance does not
     * count. Nor does the time of functions between openTransaction and the first state: they hold
     * the thread that looks at the deadline, so one that never returns is not noticed by it.
     */
    public TransactionalGraph deadline(Duration deadline) {
        return set(TransactionalGraphOptions.deadline(name), deadline);
    }

    /**
     * Lets others read the states while the job runs, over HTTP; needs the module tspoon-query in
     * the job's jar. See {@code tspoon.query.*} for the settings of the server.
     */
    public TransactionalGraph queryable() {
        return set(TransactionalGraphOptions.queryable(name), true);
    }

    /**
     * How far back queries can read at any timestamp; by default they read snapshots from the
     * moment of the query on. All versions of this time are kept in memory. Refused if the t-graph
     * is not {@link #queryable}.
     */
    public TransactionalGraph queryRetention(Duration retention) {
        return set(TransactionalGraphOptions.queryRetention(name), retention);
    }

    /**
     * Number of coordinators, and of instances of each state; that of the environment by default.
     */
    public TransactionalGraph parallelism(int instances) {
        checkNotOpened("parallelism");
        if (instances < 1) {
            throw new InvalidGraphException(
                    "Cannot set parallelism: it must be at least 1, graph="
                            + name
                            + ", parallelism="
                            + instances);
        }
        parallelism = instances;
        return this;
    }

    /**
     * What the uids of the t-graph's operators begin with; its name by default. Savepoints find
     * state by uid, and a write-ahead log is kept under this name, too: so keep the prefix when the
     * t-graph gets another name.
     */
    public TransactionalGraph uidPrefix(String prefix) {
        checkNotOpened("uidPrefix");
        GraphTypes.checkName("uid prefix", prefix);
        uidPrefix = prefix;
        return this;
    }

    /** Insists on types that Flink can only write with Kryo: slow, and hard to upgrade. */
    public TransactionalGraph allowKryo() {
        checkNotOpened("allowKryo");
        kryoAllowed = true;
        return this;
    }

    /**
     * Opens the t-graph: every element of the stream becomes a transaction.
     *
     * <p>Set parallelism, maximum parallelism and slots of the input, and the maximum parallelism
     * of the environment, before: what is changed afterwards is refused when the job is executed.
     *
     * <p>Flink may chain the open operator to the source before it. A source that blocks its thread
     * while it waits for input then holds up the transactions in flight: put {@code rebalance()} in
     * between.
     *
     * @param input the one input edge of the t-graph
     * @throws InvalidGraphException if it was opened before; if another t-graph of the job has its
     *     name or uid prefix; if a setting of the program or the configuration is unfit, unknown or
     *     contradicts another one, or a file that it names is not there; or if Flink could write
     *     the elements with Kryo only
     */
    public <T> TransactionalStream<T> openTransaction(DataStream<T> input) {
        return open(input, null);
    }

    /**
     * Opens the t-graph and gives each transaction a key, by which its result is known again.
     *
     * @param input the one input edge of the t-graph
     * @param transactionKey what the program calls the transaction of an element, never null. With
     *     a write-ahead log it must name one element only, as an order number does that no other
     *     message has: by it a recovery knows which inputs were executed. Of two elements with the
     *     same key one may be executed again after a crash, or be dropped for the other. If there
     *     is no such key, open the t-graph without one
     * @throws InvalidGraphException as {@link #openTransaction(DataStream)}
     * @throws org.apache.flink.api.common.InvalidProgramException if the function for the keys
     *     cannot be shipped
     */
    public <T> TransactionalStream<T> openTransaction(
            DataStream<T> input, KeySelector<T, String> transactionKey) {
        FunctionChecks.checkGiven(name, "openTransaction", "transaction key", transactionKey);
        return open(input, transactionKey);
    }

    private <T> TransactionalStream<T> open(
            DataStream<T> input, @Nullable KeySelector<T, String> transactionKey) {
        if (opened) {
            throw new InvalidGraphException(
                    "Cannot open t-graph: it has an input edge already, graph="
                            + name
                            + ". Unite the streams before openTransaction, or describe a second"
                            + " t-graph.");
        }
        FunctionChecks.checkGiven(name, "openTransaction", "input", input);
        GraphBuilder<T> builder =
                GraphBuilder.open(
                        input,
                        transactionKey,
                        new GraphBuilder.Description(
                                name,
                                uidPrefix,
                                settings,
                                writeAheadLog,
                                parallelism,
                                kryoAllowed));
        opened = true;
        return new TransactionalStream<>(builder, builder.opened());
    }

    /**
     * Closes a t-graph with several leaf streams: one result for each transaction carries the
     * elements of all of them.
     *
     * <p>A branch that is not among them is executed all the same: it accesses its states, and can
     * abort the transaction; what it emits is in no result.
     *
     * @param leaves streams of one t-graph and of one type, at least one
     * @throws InvalidGraphException if the streams are of several t-graphs or types, or null; if
     *     the t-graph is closed; if the elements of a leaf, or of a stream with other consumers, go
     *     on by {@link AccessedStream#sameKey}; or if it has a write-ahead log and no state. What
     *     only the whole job shows, such as its mode of checkpoints, is looked at when it is
     *     executed
     */
    @SafeVarargs
    public static <T> DataStream<TransactionResult<T>> closeTransaction(
            TransactionalStream<T>... leaves) {
        if (leaves == null || leaves.length == 0) {
            throw new InvalidGraphException(
                    "Cannot close t-graph: no stream was given. Pass its leaf streams.");
        }
        List<StreamNode<T>> nodes = new ArrayList<>();
        for (TransactionalStream<T> leaf : leaves) {
            if (leaf == null) {
                throw new InvalidGraphException(
                        "Cannot close t-graph: a stream is null, place="
                                + nodes.size()
                                + ". Pass its leaf streams.");
            }
            nodes.add(leaf.node());
        }
        return leaves[0].builder().close(nodes);
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
                    "Cannot change setting of t-graph: its value is null, graph="
                            + name
                            + ", setting="
                            + setting
                            + ". Leave the call out for the default.");
        }
    }

    /** What is set after that would be ignored. */
    private void checkNotOpened(String setting) {
        if (opened) {
            throw new InvalidGraphException(
                    "Cannot change setting of t-graph: it is open, graph="
                            + name
                            + ", setting="
                            + setting
                            + ". Set it before openTransaction.");
        }
    }
}
