/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.log.FileLog;
import io.tspoon.read.ReadServiceFactory;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Settings come from the program, else from Flink's configuration; unfit ones are refused. */
class SettingsTest {
    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    // ------------------------------------------------------------------ where they come from

    @Test
    void configurationIsReadUnderTheNameOfTheGraph() {
        Map<String, String> ofBank = Map.of("tspoon.bank.durability", "LOG");

        assertRefused(() -> open(graph, ofBank)).hasMessageContaining("durability=LOG");
        assertThatCode(() -> open(TransactionalGraph.named("shop"), ofBank))
                .doesNotThrowAnyException();
    }

    @Test
    void programWinsOverConfiguration() {
        Map<String, String> unfit =
                Map.of(
                        "tspoon.bank.isolation", "PL5",
                        "tspoon.bank.durability", "LOG",
                        "tspoon.bank.max-in-flight", "0",
                        "tspoon.bank.cache-capacity", "0",
                        "tspoon.bank.deadline", "0 s");
        graph.isolation(IsolationLevel.PL2)
                .concurrencyControl(ConcurrencyControl.LOCK_BASED)
                .durability(Durability.CHECKPOINT)
                .maxInFlight(1)
                .cacheCapacity(1)
                .deadline(Duration.ofMillis(1));

        assertThatCode(() -> open(graph, unfit)).doesNotThrowAnyException();
    }

    @Test
    void moreAreInFlightWhereTheyWait() {
        assertThat(maxInFlight(new Configuration(), Map.of())).isEqualTo(2048);
        Map<String, String> logged =
                Map.of(
                        "tspoon.bank.durability", "LOG",
                        "tspoon.bank.log-path", "file:///mnt/log");
        assertThat(maxInFlight(new Configuration(), logged)).isEqualTo(3072);
        Configuration ordered =
                new Configuration()
                        .set(TransactionalGraphOptions.isolation("bank"), IsolationLevel.PL4);
        assertThat(maxInFlight(ordered, Map.of())).isEqualTo(3072);
        Map<String, String> configured = Map.of("tspoon.bank.max-in-flight", "9");
        assertThat(maxInFlight(ordered, configured)).isEqualTo(9);
        ordered.set(TransactionalGraphOptions.maxInFlight("bank"), 7);
        assertThat(maxInFlight(ordered, configured)).isEqualTo(7);
    }

    private static int maxInFlight(Configuration given, Map<String, String> configured) {
        return read(given, configured).maxInFlight();
    }

    private static GraphSettings read(Configuration given, Map<String, String> configured) {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, EmbeddedFlink.Backend.HEAP, Configuration.fromMap(configured));
        return SettingsReader.read("bank", "bank", given, null, environment);
    }

    @Test
    void everyOptionIsReadFromConfiguration() {
        Map<String, String> all =
                Map.of(
                        "tspoon.bank.isolation", "PL1",
                        "tspoon.bank.concurrency-control", "LOCK_BASED",
                        "tspoon.bank.durability", "CHECKPOINT",
                        "tspoon.bank.max-in-flight", "1",
                        "tspoon.bank.max-block-size", "1",
                        "tspoon.bank.cache-capacity", "1",
                        "tspoon.bank.deadline", "1 ms",
                        "tspoon.bank.heartbeat", "1 ms",
                        "tspoon.bank.query-retention", "0 ms",
                        "tspoon.bank.query-retained-versions", "1");

        assertThatCode(() -> open(graph, all)).doesNotThrowAnyException();
    }

    @Test
    void boundsOfCallsComeFromBoth() {
        assertThat(read(new Configuration(), Map.of()).calls()).isEqualTo(CallSettings.DEFAULT);
        Map<String, String> configured =
                Map.of(
                        "tspoon.bank.call-retention", "1 s",
                        "tspoon.bank.max-retained-calls", "3",
                        "tspoon.bank.max-waiting-calls", "4",
                        "tspoon.bank.max-calls-in-flight", "5");
        assertThat(read(new Configuration(), configured).calls())
                .isEqualTo(new CallSettings(1_000, 3, 4, 5));
        Configuration given =
                new Configuration()
                        .set(TransactionalGraphOptions.maxCallsInFlight("bank"), 100_000)
                        .set(TransactionalGraphOptions.callRetention("bank"), Duration.ofDays(2));
        assertThat(read(given, configured).calls())
                .isEqualTo(new CallSettings(172_800_000, 3, 4, 100_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "isolation",
                "concurrency-control",
                "durability",
                "max-in-flight",
                "max-block-size",
                "cache-capacity",
                "deadline",
                "heartbeat",
                "ordered-results",
                "log-accept-loss",
                "log-retained-savepoints",
                "queryable",
                "query-retention",
                "query-retained-versions",
                "max-index-entries",
                "outcome-retention",
                "retained-outcomes",
                "call-retention",
                "max-retained-calls",
                "max-waiting-calls",
                "max-calls-in-flight"
            })
    void valueThatCannotBeReadIsRefused(String option) {
        String key = "tspoon.bank." + option;

        assertRefused(() -> open(graph, Map.of(key, "nonsense")))
                .hasMessageContaining("cannot be read, graph=bank, " + key + "=nonsense, reason=")
                .hasMessageEndingWith(". Correct or remove it.")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    // ------------------------------------------------------------------ what is too small

    @ParameterizedTest
    @CsvSource({
        "max-in-flight, 0, 1",
        "max-in-flight, -5, 1",
        "max-block-size, 0, 1",
        "cache-capacity, 0, 1",
        "deadline, 0 ms, 1 ms",
        "heartbeat, 0 ms, 1 ms",
        "log-retained-savepoints, 0, 1",
        "query-retained-versions, 0, 1",
        "max-index-entries, 0, 1",
        "call-retention, 999 ms, 1000 ms",
        "max-retained-calls, 0, 1",
        "max-waiting-calls, 0, 1",
        "max-calls-in-flight, 0, 1"
    })
    void tooSmallLimitIsRefused(String option, String value, String least) {
        String key = "tspoon.bank." + option;

        assertRefused(() -> open(graph, Map.of(key, value)))
                .hasMessageContaining("graph=bank, " + key + "=")
                .hasMessageContaining("Set it to " + least + " or more");
    }

    @ParameterizedTest
    @CsvSource({
        "max-in-flight, 1000000",
        "cache-capacity, 134217728",
        "max-calls-in-flight, 100000"
    })
    void tooLargeLimitIsRefused(String option, int most) {
        String key = "tspoon.bank." + option;

        assertRefused(() -> open(graph, Map.of(key, String.valueOf(most + 1))))
                .hasMessageContaining("too large, graph=bank, " + key + "=" + (most + 1))
                .hasMessageContaining("Set it to " + most + " or less");
        assertThatCode(() -> open(graph, Map.of(key, String.valueOf(most))))
                .doesNotThrowAnyException();
    }

    /** What may take for ever has a limit, too, so that milliseconds of it are a number. */
    @ParameterizedTest
    @ValueSource(strings = {"deadline", "heartbeat", "query-retention", "call-retention"})
    void tooLongTimeIsRefused(String option) {
        String key = "tspoon.bank." + option;

        assertRefused(() -> open(graph, Map.of(key, "36501 d")))
                .hasMessageContaining("too large, graph=bank, " + key + "=")
                .hasMessageContaining("Set it to 36500 d or less");
        assertThatCode(() -> open(graph, Map.of(key, "36500 d"))).doesNotThrowAnyException();
    }

    @Test
    void foreverInTheProgramIsRefused() {
        assertRefused(() -> open(graph.deadline(ChronoUnit.FOREVER.getDuration()), Map.of()))
                .hasMessageContaining("too large, graph=bank, tspoon.bank.deadline=PT")
                .hasMessageContaining("Set it to 36500 d or less");
    }

    static Stream<UnaryOperator<TransactionalGraph>> tooSmall() {
        return Stream.of(
                graph -> graph.maxInFlight(0),
                graph -> graph.cacheCapacity(0),
                graph -> graph.deadline(Duration.ZERO),
                graph -> graph.queryRetention(Duration.ofSeconds(-1)),
                graph -> graph.callRetention(Duration.ofMillis(1)),
                graph -> graph.maxCallsInFlight(0));
    }

    @ParameterizedTest
    @MethodSource("tooSmall")
    void tooSmallLimitInTheProgramIsRefused(UnaryOperator<TransactionalGraph> setting) {
        assertRefused(() -> open(setting.apply(graph), Map.of()))
                .hasMessageContaining("graph=bank, tspoon.bank.")
                .hasMessageContaining("or more");
    }

    @Test
    void parallelismHasLimits() {
        assertRefused(() -> graph.parallelism(0))
                .hasMessageContaining("at least 1, graph=bank, parallelism=0");
        assertRefused(() -> open(graph.parallelism(1025), Map.of()))
                .hasMessageContaining("graph=bank, parallelism=1025, limit=1024")
                .hasMessageContaining("Set a lower one with parallelism(n)");
    }

    @Test
    void parallelismOfTheEnvironmentHasLimits() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(1025);

        assertRefused(() -> graph.openTransaction(environment.fromSequence(1, 10)))
                .hasMessageContaining("graph=bank, parallelism=1025, limit=1024");
    }

    @Test
    void refusedGraphIsOpenedWithBetterSettings() {
        assertRefused(() -> open(graph.parallelism(1025), Map.of()));

        assertThatCode(() -> open(graph.parallelism(1024), Map.of())).doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ what is not there yet

    @Test
    void logNeedsAPlace() {
        assertRefused(() -> open(graph.durability(Durability.LOG), Map.of()))
                .hasMessageContaining("graph=bank, durability=LOG")
                .hasMessageContaining("tspoon.bank.log-path");
        assertThatCode(
                        () ->
                                open(
                                        TransactionalGraph.named("shop"),
                                        Map.of(
                                                "tspoon.shop.durability", "LOG",
                                                "tspoon.shop.log-path", "file:///var/log/shop")))
                .doesNotThrowAnyException();
    }

    @Test
    void placeOfTheLogMustServe() {
        assertRefused(() -> open(graph.writeAheadLog(new FileLog("s3://bucket/logs")), Map.of()))
                .hasMessageContaining(
                        "cannot be used, graph=bank, reason=[TSP-3000] Cannot use directory")
                .hasMessageContaining("directory=s3://bucket/logs")
                .hasCauseInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void configuredPlaceOfTheLogMeansLog() {
        assertThat(
                        read(new Configuration(), Map.of("tspoon.bank.log-path", "file:///mnt/log"))
                                .toString())
                .contains(
                        "durability=LOG, log=FileLog(file:///mnt/log), log-retained-savepoints=2,"
                                + " log-accept-loss=false,");
    }

    @Test
    void placeOfTheLogWithoutLogIsRefused() {
        Map<String, String> configured =
                Map.of(
                        "tspoon.bank.durability", "CHECKPOINT",
                        "tspoon.bank.log-path", "file:///mnt/log");

        assertRefused(() -> open(graph, configured))
                .hasMessageContaining(
                        "graph=bank, durability=CHECKPOINT, tspoon.bank.log-path=file:///mnt/log."
                                + " Remove tspoon.bank.durability, or the log.");
        assertThatCode(() -> open(graph.durability(Durability.CHECKPOINT), configured))
                .doesNotThrowAnyException();
    }

    @Test
    void logOfTheProgramIsNotDroppedByALaterCall() {
        graph.writeAheadLog(new FileLog("file:///mnt/log")).durability(Durability.CHECKPOINT);

        assertRefused(() -> open(graph, Map.of()))
                .hasMessageContaining(
                        "durability=CHECKPOINT, writeAheadLog=FileLog(file:///mnt/log). Remove the"
                                + " call of durability, or the log.");
        assertThatCode(() -> open(graph.durability(Durability.LOG), Map.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void retentionWithoutQueriesIsRefusedInTheProgramOnly() {
        assertRefused(() -> open(graph.queryRetention(Duration.ofSeconds(30)), Map.of()))
                .hasMessageContaining("graph=bank, tspoon.bank.query-retention=PT30S")
                .hasMessageContaining("Call queryable() or set tspoon.query.enabled");
        assertThatCode(
                        () ->
                                open(
                                        TransactionalGraph.named("shop"),
                                        Map.of("tspoon.shop.query-retention", "30 s")))
                .doesNotThrowAnyException();
    }

    // ------------------------------------------------------------------ what is no option

    @ParameterizedTest
    @CsvSource({
        "durabilty, durability",
        "maxInFlight, max-in-flight",
        "query-retention-ms, query-retention",
        "isolation.level, isolation"
    })
    void misspeltOptionIsRefusedWithTheNearest(String option, String nearest) {
        assertRefused(() -> open(graph, Map.of("tspoon.bank." + option, "1")))
                .hasMessage(
                        "[TSP-1000] Cannot open t-graph: there is no such option, key=tspoon.bank."
                                + option
                                + ". Did you mean tspoon.bank."
                                + nearest
                                + "? Correct or remove it.");
    }

    @Test
    void keysOfOtherGraphsAreTheirs() {
        Map<String, String> ofShop = Map.of("tspoon.shop.durabilty", "LOG");

        assertThatCode(() -> open(graph, ofShop)).doesNotThrowAnyException();
    }

    /** What is kept in the configuration while a job is built is no option of a t-graph. */
    @Test
    void graphMayHaveAnyName() {
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(1);
        graph.openTransaction(environment.fromSequence(1, 10));

        for (String name : List.of("job", "graphs", "query")) {
            assertThatCode(
                            () ->
                                    TransactionalGraph.named(name)
                                            .openTransaction(environment.fromSequence(1, 10)))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void optionsOfQueriesAreNotKnownWithoutTheirServer() {
        Map<String, String> ofServer = Map.of("tspoon.query.port", "0");

        assertThatCode(() -> open(graph, ofServer)).doesNotThrowAnyException();
        assertThatCode(() -> open(TransactionalGraph.named("query"), ofServer))
                .doesNotThrowAnyException();
    }

    /** As with tspoon-query in Flink's lib beside a job that brings tspoon without it. */
    @Test
    void serverOfAnotherTspoonIsNone(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(ReadServiceFactory.class.getName()), SettingsTest.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader other =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(other);

            assertThatCode(() -> open(graph, Map.of())).doesNotThrowAnyException();
            assertRefused(() -> open(TransactionalGraph.named("shop").queryable(), Map.of()))
                    .hasMessageContaining("Add the dependency tspoon-query")
                    .hasCauseInstanceOf(ServiceConfigurationError.class);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    // ------------------------------------------------------------------ parts

    private static TransactionalStream<Long> open(
            TransactionalGraph graph, Map<String, String> configured) {
        StreamExecutionEnvironment environment =
                EmbeddedFlink.environment(
                        2, EmbeddedFlink.Backend.HEAP, Configuration.fromMap(configured));
        return graph.openTransaction(environment.fromSequence(1, 10));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
