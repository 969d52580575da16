/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The options of one t-graph in Flink's configuration. Settings that the program makes take
 * precedence.
 *
 * <p>A key consists of {@code tspoon.}, the name of the t-graph and the option, as in {@code
 * tspoon.bank.isolation: PL3}. Durations are 1 ms to 36,500 days, unless stated otherwise.
 */
@PublicEvolving
public final class TransactionalGraphOptions {
    private static final String PREFIX = "tspoon.";

    /** Whether the states of all t-graphs of the job can be read from outside. Default false. */
    public static final ConfigOption<Boolean> QUERY_ENABLED =
            ConfigOptions.key(PREFIX + "query.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether the states of t-graphs can be read from outside. Needs"
                                    + " tspoon-query in the job.");

    private TransactionalGraphOptions() {}

    /** {@code isolation}: the isolation level, PL1 to PL4. Default PL3. */
    public static ConfigOption<IsolationLevel> isolation(String graph) {
        return key(graph, "isolation")
                .enumType(IsolationLevel.class)
                .defaultValue(IsolationLevel.PL3)
                .withDescription("Isolation level of the t-graph.");
    }

    /** {@code concurrency-control}: how transactions are isolated. Default TIMESTAMP_BASED. */
    public static ConfigOption<ConcurrencyControl> concurrencyControl(String graph) {
        return key(graph, "concurrency-control")
                .enumType(ConcurrencyControl.class)
                .defaultValue(ConcurrencyControl.TIMESTAMP_BASED)
                .withDescription(
                        "Locks, timestamp ordering with several versions, or deterministic"
                                + " chains.");
    }

    /**
     * {@code durability}: when a committed transaction becomes durable. If not set, LOG if there is
     * a place for the log, else CHECKPOINT.
     */
    public static ConfigOption<Durability> durability(String graph) {
        return key(graph, "durability")
                .enumType(Durability.class)
                .defaultValue(Durability.CHECKPOINT)
                .withDescription("From when on a committed transaction survives a crash.");
    }

    /** {@code log-path}: URI of the directory of the write-ahead log; implies durability LOG. */
    public static ConfigOption<String> logPath(String graph) {
        return key(graph, "log-path")
                .stringType()
                .noDefaultValue()
                .withDescription(
                        "Directory of the write-ahead log, such as hdfs://namenode/logs; the same"
                                + " for every process of the job.");
    }

    /**
     * {@code log-accept-loss}: whether the job starts even if the log is damaged or gone, or is no
     * longer used although inputs are awaited. Also applies to restarts, until the job is submitted
     * without it. Default false.
     */
    public static ConfigOption<Boolean> logAcceptLoss(String graph) {
        return key(graph, "log-accept-loss")
                .booleanType()
                .defaultValue(false)
                .withDescription(
                        "Go on with what can be read where the write-ahead log is damaged or gone,"
                                + " or without it; Flink's log says what is lost.");
    }

    /** {@code log-retained-savepoints}: newest savepoints that keep their segments. Default 2. */
    public static ConfigOption<Integer> logRetainedSavepoints(String graph) {
        return key(graph, "log-retained-savepoints")
                .intType()
                .defaultValue(2)
                .withDescription(
                        "Segments of the write-ahead log are kept for so many savepoints, besides"
                                + " those that Flink's retained checkpoints need.");
    }

    /**
     * {@code max-in-flight}: maximum number of transactions in flight at each coordinator, 1 to
     * 1,000,000. If not set, 3,072 at PL4 and with a log, else 2,048.
     */
    public static ConfigOption<Integer> maxInFlight(String graph) {
        return key(graph, "max-in-flight")
                .intType()
                .noDefaultValue()
                .withDescription(
                        "Highest number of transactions in flight, each coordinator; 3072 at PL4"
                                + " and with a log, else 2048, if not given.");
    }

    /** {@code max-block-size}: maximum number of transactions sent together. Default 512. */
    public static ConfigOption<Integer> maxBlockSize(String graph) {
        return key(graph, "max-block-size")
                .intType()
                .defaultValue(512)
                .withDescription(
                        "Transactions that are gathered before they are sent at the latest.");
    }

    /**
     * {@code cache-capacity}: keys cached in each instance of a stateful operator, 1 to
     * 134,217,728. Default 1,000,000.
     */
    public static ConfigOption<Integer> cacheCapacity(String graph) {
        return key(graph, "cache-capacity")
                .intType()
                .defaultValue(1_000_000)
                .withDescription(
                        "Keys whose values an instance of a stateful operator keeps in front of"
                                + " Flink's keyed state.");
    }

    /** {@code deadline}: a transaction that takes longer fails the job. Default 60 s. */
    public static ConfigOption<Duration> deadline(String graph) {
        return key(graph, "deadline")
                .durationType()
                .defaultValue(Duration.ofSeconds(60))
                .withDescription(
                        "A transaction that is not complete after this time fails the job.");
    }

    /** {@code heartbeat}: how often a coordinator reports its progress. Default 50 ms. */
    public static ConfigOption<Duration> heartbeat(String graph) {
        return key(graph, "heartbeat")
                .durationType()
                .defaultValue(Duration.ofMillis(50))
                .withDescription("How often a coordinator tells all instances how far it is.");
    }

    /**
     * {@code ordered-results}: whether the results of each coordinator leave in the order in which
     * transactions have entered. Default {@code false}; needs {@code PL4} or {@code DETERMINISTIC}.
     */
    public static ConfigOption<Boolean> orderedResults(String graph) {
        return key(graph, "ordered-results")
                .booleanType()
                .defaultValue(false)
                .withDescription(
                        "Whether the results of each coordinator leave in the order of entry.");
    }

    /**
     * {@code queryable}: whether states can be read from outside. Default {@link #QUERY_ENABLED}.
     */
    public static ConfigOption<Boolean> queryable(String graph) {
        return key(graph, "queryable")
                .booleanType()
                .noDefaultValue()
                .withDescription(
                        "Whether the states can be read from outside; if not set, "
                                + QUERY_ENABLED.key()
                                + " says so.");
    }

    /**
     * {@code query-retention}: how far back any timestamp can be read, at most; not before the last
     * start of the job. Minimum and default 0.
     */
    public static ConfigOption<Duration> queryRetention(String graph) {
        return key(graph, "query-retention")
                .durationType()
                .defaultValue(Duration.ZERO)
                .withDescription(
                        "How far back queries can read at any timestamp. All versions of this time"
                                + " are kept in memory.");
    }

    /**
     * {@code max-index-entries}: most entries that an index of an instance has; above it the index
     * is dropped, and scans serve. Default 10,000,000.
     */
    public static ConfigOption<Integer> maxIndexEntries(String graph) {
        return key(graph, "max-index-entries")
                .intType()
                .defaultValue(10_000_000)
                .withDescription(
                        "Most entries that an index of an instance has. Above it the index is"
                                + " dropped, and scans serve.");
    }

    /**
     * {@code query-retained-versions}: most versions that an instance retains. Default 1,000,000.
     */
    public static ConfigOption<Integer> queryRetainedVersions(String graph) {
        return key(graph, "query-retained-versions")
                .intType()
                .defaultValue(1_000_000)
                .withDescription(
                        "Versions that each operator instance retains at most; beyond it the"
                                + " retention is shorter.");
    }

    /**
     * {@code outcome-retention}: how long the outcome of a transaction can be asked for by its key.
     * Minimum and default 0, which is not at all.
     */
    public static ConfigOption<Duration> outcomeRetention(String graph) {
        return key(graph, "outcome-retention")
                .durationType()
                .defaultValue(Duration.ZERO)
                .withDescription(
                        "How long the outcome of a transaction can be asked for by its key. Kept"
                                + " in memory.");
    }

    /**
     * {@code retained-outcomes}: most outcomes that a coordinator retains for {@code
     * outcome-retention}. Default 100,000.
     */
    public static ConfigOption<Integer> retainedOutcomes(String graph) {
        return key(graph, "retained-outcomes")
                .intType()
                .defaultValue(100_000)
                .withDescription(
                        "Outcomes that each coordinator retains at most; beyond it the retention is"
                                + " shorter.");
    }

    /**
     * {@code call-retention}: how long the outcome of a call is retained for those who repeat it, 1
     * s to 36,500 days. Default 1 h.
     */
    public static ConfigOption<Duration> callRetention(String graph) {
        return key(graph, "call-retention")
                .durationType()
                .defaultValue(Duration.ofHours(1))
                .withDescription(
                        "How long the outcome of a call is retained. Whoever repeats the call gets"
                                + " it.");
    }

    /**
     * {@code max-retained-calls}: most outcomes of calls that a coordinator retains for {@code
     * call-retention}. Default 1,000,000.
     */
    public static ConfigOption<Integer> maxRetainedCalls(String graph) {
        return key(graph, "max-retained-calls")
                .intType()
                .defaultValue(1_000_000)
                .withDescription(
                        "Outcomes of calls that each coordinator retains at most; beyond it further"
                                + " calls are refused.");
    }

    /** {@code max-waiting-calls}: most calls that wait at a coordinator. Default 4,096. */
    public static ConfigOption<Integer> maxWaitingCalls(String graph) {
        return key(graph, "max-waiting-calls")
                .intType()
                .defaultValue(4_096)
                .withDescription(
                        "Calls that wait at each coordinator at most; beyond it further calls are"
                                + " refused.");
    }

    /**
     * {@code max-calls-in-flight}: most calls in flight at a coordinator, beside {@code
     * max-in-flight}, 1 to 100,000. Default 256.
     */
    public static ConfigOption<Integer> maxCallsInFlight(String graph) {
        return key(graph, "max-calls-in-flight")
                .intType()
                .defaultValue(256)
                .withDescription(
                        "Calls in flight at each coordinator at most, beside other transactions.");
    }

    /**
     * {@code on-exception}: what follows if a function throws an exception for an element of a
     * stream. Default FAIL_JOB.
     */
    public static ConfigOption<ExceptionPolicy> onException(String graph) {
        return key(graph, "on-exception")
                .enumType(ExceptionPolicy.class)
                .defaultValue(ExceptionPolicy.FAIL_JOB)
                .withDescription(
                        "Whether an exception of a function fails the job or aborts the"
                                + " transaction.");
    }

    /**
     * {@code return-inputs}: which results give the element back of which they are: NONE, ABORTED
     * or ALL. Default NONE.
     */
    public static ConfigOption<ReturnedInputs> returnInputs(String graph) {
        return key(graph, "return-inputs")
                .enumType(ReturnedInputs.class)
                .defaultValue(ReturnedInputs.NONE)
                .withDescription("Which results give the element back of which they are.");
    }

    /** Returns the prefix of the keys of one t-graph. */
    static String prefix(String graph) {
        return PREFIX + graph + ".";
    }

    /** Returns the keys of all options of one t-graph. */
    static List<String> keys(String graph) {
        return Stream.of(
                        isolation(graph),
                        concurrencyControl(graph),
                        durability(graph),
                        logPath(graph),
                        logAcceptLoss(graph),
                        logRetainedSavepoints(graph),
                        maxInFlight(graph),
                        maxBlockSize(graph),
                        cacheCapacity(graph),
                        deadline(graph),
                        heartbeat(graph),
                        orderedResults(graph),
                        onException(graph),
                        returnInputs(graph),
                        queryable(graph),
                        queryRetention(graph),
                        queryRetainedVersions(graph),
                        maxIndexEntries(graph),
                        outcomeRetention(graph),
                        retainedOutcomes(graph),
                        callRetention(graph),
                        maxRetainedCalls(graph),
                        maxWaitingCalls(graph),
                        maxCallsInFlight(graph))
                .map(ConfigOption::key)
                .toList();
    }

    private static ConfigOptions.OptionBuilder key(String graph, String option) {
        return ConfigOptions.key(prefix(graph) + option);
    }
}
