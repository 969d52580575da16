/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.Functions;
import io.tspoon.flink.OptionKeys;
import io.tspoon.log.FileLog;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.ResultOrder;
import io.tspoon.read.ReadServiceFactory;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.runtime.plan.NamedLog;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.read.ReadServices;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads the settings of a t-graph. A setting of the program takes precedence over Flink's
 * configuration.
 */
final class SettingsReader {
    private static final int EAGER_BLOCKS = 1;
    private static final int MAX_IN_FLIGHT = 2_048;

    /**
     * The default at PL4 and with a log, where some transactions always wait for other coordinators
     * or for the log.
     */
    private static final int WAITING_MAX_IN_FLIGHT = 3_072;

    /**
     * Each takes some hundred bytes in the tables of its coordinator, even if it is not in flight.
     */
    private static final int HIGHEST_MAX_IN_FLIGHT = 1_000_000;

    /** Each has a place, as those of streams have. */
    private static final int HIGHEST_MAX_CALLS_IN_FLIGHT = 100_000;

    /** Who retries does not do it faster; and outcomes are forgotten in steps. */
    private static final long LEAST_CALL_RETENTION_MS = 1_000;

    /**
     * The table of a cache may grow to eight times this size, and entries in use may come on top.
     */
    private static final int HIGHEST_CACHE_CAPACITY = 1 << 27;

    /** Small enough that neither milliseconds nor nanoseconds overflow 63 bits. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final String graph;
    private final String uidPrefix;
    private final Configuration given;
    private final ReadableConfig configured;
    private final @Nullable WriteAheadLog givenLog;

    private SettingsReader(
            String graph,
            String uidPrefix,
            Configuration given,
            ReadableConfig configured,
            @Nullable WriteAheadLog givenLog) {
        this.givenLog = givenLog;
        this.graph = graph;
        this.uidPrefix = uidPrefix;
        this.given = given;
        this.configured = configured;
    }

    static GraphSettings read(
            String graph,
            String uidPrefix,
            Configuration given,
            @Nullable WriteAheadLog givenLog,
            StreamExecutionEnvironment environment) {
        ReadableConfig configured = Functions.configuration(environment);
        return new SettingsReader(graph, uidPrefix, given, configured, givenLog).read();
    }

    private GraphSettings read() {
        checkKeys();
        IsolationLevel isolation = get(TransactionalGraphOptions.isolation(graph));
        ConcurrencyControl control = get(TransactionalGraphOptions.concurrencyControl(graph));
        isolation = Regime.level(isolation, control);
        LogSettings log = logSettings();
        return new GraphSettings(
                graph,
                isolation,
                control,
                maxInFlight(Regime.of(isolation, control, durability()).isWaiting()),
                positive(TransactionalGraphOptions.maxBlockSize(graph)),
                EAGER_BLOCKS,
                upTo(HIGHEST_CACHE_CAPACITY, TransactionalGraphOptions.cacheCapacity(graph)),
                ms(TransactionalGraphOptions.deadline(graph), 1),
                ms(TransactionalGraphOptions.heartbeat(graph), 1),
                get(TransactionalGraphOptions.logAcceptLoss(graph)),
                log,
                readSettings(),
                get(TransactionalGraphOptions.orderedResults(graph))
                        ? ResultOrder.OF_ENTRY
                        : ResultOrder.AS_READY,
                callSettings(),
                get(TransactionalGraphOptions.onException(graph)),
                get(TransactionalGraphOptions.returnInputs(graph)));
    }

    /** Refuses unknown options. The keys of other t-graphs are checked when those are opened. */
    private void checkKeys() {
        Set<String> known = new HashSet<>(TransactionalGraphOptions.keys(graph));
        known.add(TransactionalGraphOptions.QUERY_ENABLED.key());
        Set<String> prefixes = new TreeSet<>(Set.of(TransactionalGraphOptions.prefix(graph)));
        readServices()
                .ifPresentOrElse(
                        factory -> {
                            known.addAll(factory.optionKeys());
                            // A t-graph of this job may be named "query", even one that is opened
                            // later.
                            known.addAll(TransactionalGraphOptions.keys("query"));
                            prefixes.add(ReadServices.OPTION_PREFIX);
                        },
                        () -> prefixes.remove(ReadServices.OPTION_PREFIX));
        for (String prefix : prefixes) {
            List<String> problems = OptionKeys.unknown(configured, prefix, known);
            if (!problems.isEmpty()) {
                throw new InvalidGraphException(
                        "[TSP-1000] Cannot open t-graph: " + problems.get(0));
            }
        }
    }

    /** A place for the log implies LOG, whether the program or the configuration gives it. */
    private Durability durability() {
        ConfigOption<Durability> option = TransactionalGraphOptions.durability(graph);
        ConfigOption<String> path = TransactionalGraphOptions.logPath(graph);
        boolean hasPath = find(path).isPresent();
        Durability durability =
                find(option).orElse(hasPath ? Durability.LOG : option.defaultValue());
        if (durability == Durability.LOG) {
            return durability;
        }
        if (givenLog != null) {
            throw unused("writeAheadLog=" + givenLog, durability, "the call of durability");
        }
        if (hasPath && given.getOptional(option).isEmpty()) {
            throw unused(path.key() + "=" + get(path), durability, option.key());
        }
        return durability;
    }

    private InvalidGraphException unused(String log, Durability durability, String cause) {
        return new InvalidGraphException(
                "[TSP-1001] Cannot open t-graph: it has a place for a write-ahead log, but writes"
                        + " none, graph="
                        + graph
                        + ", durability="
                        + durability
                        + ", "
                        + log
                        + ". Remove "
                        + cause
                        + ", or the log.");
    }

    private int maxInFlight(boolean isWaiting) {
        ConfigOption<Integer> option = TransactionalGraphOptions.maxInFlight(graph);
        if (find(option).isPresent()) {
            return upTo(HIGHEST_MAX_IN_FLIGHT, option);
        }
        return isWaiting ? WAITING_MAX_IN_FLIGHT : MAX_IN_FLIGHT;
    }

    private boolean isQueryable() {
        ConfigOption<Boolean> option = TransactionalGraphOptions.queryable(graph);
        return find(option).orElseGet(() -> get(TransactionalGraphOptions.QUERY_ENABLED));
    }

    /**
     * Also empty if the factory belongs to another tspoon, such as one in Flink's lib folder beside
     * one in the job.
     */
    private static Optional<ReadServiceFactory> readServices() {
        try {
            return findReadServices();
        } catch (ServiceConfigurationError e) {
            return Optional.empty();
        }
    }

    private ReadServiceFactory readService() {
        try {
            return findReadServices().orElseThrow(() -> withoutServer(null));
        } catch (ServiceConfigurationError e) {
            throw withoutServer(e);
        }
    }

    private InvalidGraphException withoutServer(@Nullable Throwable cause) {
        return new InvalidGraphException(
                "[TSP-1002] Cannot open t-graph: it is to be queryable, but there is no server for"
                        + " queries, graph="
                        + graph
                        + ". Add the dependency tspoon-query.",
                cause);
    }

    private static Optional<ReadServiceFactory> findReadServices() {
        return ReadServices.factory(Thread.currentThread().getContextClassLoader());
    }

    /** Tells which classes the server of a queryable t-graph can write. */
    static Predicate<Class<?>> readable() {
        return readServices().map(ReadServiceFactory::readable).orElse(type -> true);
    }

    /** Tells why the server of a queryable t-graph cannot read a type; empty if it can. */
    static Function<TypeInformation<?>, String> unreadable() {
        return readServices().map(ReadServiceFactory::unreadable).orElse(type -> "");
    }

    /** Null if the t-graph is not queryable. Checks the settings nevertheless. */
    private @Nullable ReadSettings readSettings() {
        ConfigOption<Duration> retention = TransactionalGraphOptions.queryRetention(graph);
        long retentionMs = ms(retention, 0);
        int versions = positive(TransactionalGraphOptions.queryRetainedVersions(graph));
        int indexEntries = positive(TransactionalGraphOptions.maxIndexEntries(graph));
        ConfigOption<Duration> outcomes = TransactionalGraphOptions.outcomeRetention(graph);
        long outcomeMs = ms(outcomes, 0);
        int retained = positive(TransactionalGraphOptions.retainedOutcomes(graph));
        if (!isQueryable()) {
            if (given.contains(outcomes)) {
                throw new InvalidGraphException(
                        "[TSP-1028] Cannot open t-graph: it has a retention for outcomes, but is"
                                + " not queryable, graph="
                                + graph
                                + ", "
                                + outcomes.key()
                                + "="
                                + get(outcomes)
                                + ". Call queryable() or set tspoon.query.enabled, or move the"
                                + " retention to the configuration, where it may stay unused.");
            }
            if (given.contains(retention)) {
                throw new InvalidGraphException(
                        "[TSP-1003] Cannot open t-graph: it has a retention for queries, but is not"
                                + " queryable, graph="
                                + graph
                                + ", "
                                + retention.key()
                                + "="
                                + get(retention)
                                + ". Call queryable() or set tspoon.query.enabled, or move the"
                                + " retention to the configuration, where it may stay unused.");
            }
            return null;
        }
        ReadServiceFactory factory = readService();
        Configuration options = new Configuration();
        configured
                .toMap()
                .forEach(
                        (key, value) -> {
                            if (factory.optionKeys().contains(key)) {
                                options.setString(key, value);
                            }
                        });
        try {
            factory.validate(options);
        } catch (IllegalArgumentException e) {
            throw new InvalidGraphException(String.valueOf(e.getMessage()), e);
        }
        return new ReadSettings(
                options.toMap(), retentionMs, versions, outcomeMs, retained, indexEntries);
    }

    private CallSettings callSettings() {
        return new CallSettings(
                ms(TransactionalGraphOptions.callRetention(graph), LEAST_CALL_RETENTION_MS),
                positive(TransactionalGraphOptions.maxRetainedCalls(graph)),
                positive(TransactionalGraphOptions.maxWaitingCalls(graph)),
                upTo(
                        HIGHEST_MAX_CALLS_IN_FLIGHT,
                        TransactionalGraphOptions.maxCallsInFlight(graph)));
    }

    /** Null if there is no log. Checks the settings nevertheless. */
    private @Nullable LogSettings logSettings() {
        int savepoints = positive(TransactionalGraphOptions.logRetainedSavepoints(graph));
        if (durability() != Durability.LOG) {
            return null;
        }
        WriteAheadLog log = givenLog;
        if (log == null) {
            ConfigOption<String> option = TransactionalGraphOptions.logPath(graph);
            String path =
                    find(option)
                            .orElseThrow(
                                    () ->
                                            new InvalidGraphException(
                                                    "[TSP-1004] Cannot open t-graph: there is no"
                                                        + " place for its write-ahead log, graph="
                                                            + graph
                                                            + ", durability=LOG. Give one with"
                                                            + " writeAheadLog(new FileLog(\"file:"
                                                            + "///...\")), or set "
                                                            + option.key()
                                                            + "."));
            log = new FileLog(path);
        }
        try {
            log.validate();
        } catch (RuntimeException e) {
            throw new InvalidGraphException(
                    "[TSP-1005] Cannot open t-graph: its write-ahead log cannot be used, graph="
                            + graph
                            + ", reason="
                            + (e instanceof IllegalArgumentException ? e.getMessage() : e),
                    e);
        }
        return new LogSettings(
                uidPrefix.equals(graph) ? log : new NamedLog(log, uidPrefix),
                Math.max(1, get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS)),
                savepoints);
    }

    private <V> Optional<V> find(ConfigOption<V> option) {
        Optional<V> value = given.getOptional(option);
        if (value.isPresent()) {
            return value;
        }
        try {
            return configured.getOptional(option);
        } catch (IllegalArgumentException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new InvalidGraphException(
                    "[TSP-1006] Cannot open t-graph: a setting cannot be read, graph="
                            + graph
                            + ", "
                            + option.key()
                            + "="
                            + configured.toMap().get(option.key())
                            + ", reason="
                            + reason.getMessage()
                            + ". Correct or remove it.",
                    e);
        }
    }

    private <V> V get(ConfigOption<V> option) {
        return find(option).orElseGet(option::defaultValue);
    }

    private int positive(ConfigOption<Integer> option) {
        int value = get(option);
        if (value < 1) {
            throw unfit(option, value, "small", "1 or more");
        }
        return value;
    }

    private int upTo(int most, ConfigOption<Integer> option) {
        int value = positive(option);
        if (value > most) {
            throw unfit(option, value, "large", most + " or less");
        }
        return value;
    }

    private long ms(ConfigOption<Duration> option, long least) {
        Duration value = get(option);
        if (value.compareTo(Duration.ofMillis(least)) < 0) {
            throw unfit(option, value, "small", least + " ms or more");
        }
        if (value.compareTo(LONGEST) > 0) {
            throw unfit(option, value, "large", LONGEST.toDays() + " d or less");
        }
        return value.toMillis();
    }

    private InvalidGraphException unfit(
            ConfigOption<?> option, Object value, String tooWhat, String fix) {
        return new InvalidGraphException(
                "[TSP-1007] Cannot open t-graph: a setting is too "
                        + tooWhat
                        + ", graph="
                        + graph
                        + ", "
                        + option.key()
                        + "="
                        + value
                        + ". Set it to "
                        + fix
                        + ".");
    }
}
