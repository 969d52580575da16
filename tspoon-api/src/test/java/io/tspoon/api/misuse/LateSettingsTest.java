/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A setting that comes after openTransaction is refused, as it would be ignored; so is null. */
class LateSettingsTest {
    private static final StateSpec<Long, Long> SUM = StateSpec.named("sum", Long.class, Long.class);

    private final TransactionalGraph graph = TransactionalGraph.named("bank");

    static Stream<Arguments> settings() {
        return Stream.of(
                setting("tspoon.bank.isolation", graph -> graph.isolation(IsolationLevel.PL4)),
                setting(
                        "tspoon.bank.concurrency-control",
                        graph -> graph.concurrencyControl(ConcurrencyControl.LOCK_BASED)),
                setting("tspoon.bank.durability", graph -> graph.durability(Durability.LOG)),
                setting("writeAheadLog", graph -> graph.writeAheadLog(new FileLog("file:///l"))),
                setting("tspoon.bank.max-in-flight", graph -> graph.maxInFlight(1)),
                setting("tspoon.bank.cache-capacity", graph -> graph.cacheCapacity(1)),
                setting("tspoon.bank.deadline", graph -> graph.deadline(Duration.ofSeconds(1))),
                setting("tspoon.bank.ordered-results", TransactionalGraph::orderedResults),
                setting(
                        "tspoon.bank.on-exception",
                        graph -> graph.onException(ExceptionPolicy.ABORT)),
                setting(
                        "tspoon.bank.return-inputs",
                        graph -> graph.returnInputs(ReturnedInputs.ALL)),
                setting("tspoon.bank.queryable", TransactionalGraph::queryable),
                setting(
                        "tspoon.bank.query-retention",
                        graph -> graph.queryRetention(Duration.ofSeconds(1))),
                setting(
                        "tspoon.bank.outcome-retention",
                        graph -> graph.outcomeRetention(Duration.ofSeconds(1))),
                setting(
                        "tspoon.bank.call-retention",
                        graph -> graph.callRetention(Duration.ofSeconds(1))),
                setting("tspoon.bank.max-calls-in-flight", graph -> graph.maxCallsInFlight(1)),
                setting("writable", TransactionalGraph::writable),
                setting("load", graph -> graph.load(SUM, pairs())),
                setting("load", graph -> graph.load(SUM, pairs(), pair -> 1L, pair -> 2L)),
                setting("parallelism", graph -> graph.parallelism(1)),
                setting("uidPrefix", graph -> graph.uidPrefix("bank")),
                setting("allowKryo", TransactionalGraph::allowKryo));
    }

    private static DataStream<Tuple2<Long, Long>> pairs() {
        return EmbeddedFlink.environment(1).fromData(Tuple2.of(1L, 2L));
    }

    private static Arguments setting(String name, UnaryOperator<TransactionalGraph> setter) {
        return Arguments.of(name, setter);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void settingOfAnOpenGraphIsRefused(String name, UnaryOperator<TransactionalGraph> setter) {
        graph.openTransaction(EmbeddedFlink.environment(1).fromSequence(1, 10));

        assertThatThrownBy(() -> setter.apply(graph))
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("graph=bank, setting=" + name + ". Set it before open");
    }

    @Test
    void settingWithoutAValueIsRefused() {
        refusesNull("tspoon.bank.isolation", () -> graph.isolation(null));
        refusesNull("tspoon.bank.concurrency-control", () -> graph.concurrencyControl(null));
        refusesNull("tspoon.bank.durability", () -> graph.durability(null));
        refusesNull("tspoon.bank.on-exception", () -> graph.onException(null));
        refusesNull("tspoon.bank.return-inputs", () -> graph.returnInputs(null));
        refusesNull("tspoon.bank.deadline", () -> graph.deadline(null));
        refusesNull("tspoon.bank.query-retention", () -> graph.queryRetention(null));
        refusesNull("tspoon.bank.outcome-retention", () -> graph.outcomeRetention(null));
        refusesNull("tspoon.bank.call-retention", () -> graph.callRetention(null));
        refusesNull("writeAheadLog", () -> graph.writeAheadLog(null));
    }

    private static void refusesNull(String setting, ThrowingCallable setter) {
        assertThatThrownBy(setter)
                .isInstanceOf(InvalidGraphException.class)
                .hasMessageContaining("value is null, graph=bank, setting=" + setting + ". Leave");
    }

    /** Else a new one could be set too late, and be ignored. */
    @Test
    void everySettingIsTried() {
        assertThat(settings())
                .hasSize(
                        (int)
                                Arrays.stream(TransactionalGraph.class.getDeclaredMethods())
                                        .filter(LateSettingsTest::isSetter)
                                        .count());
    }

    private static boolean isSetter(Method method) {
        return method.getReturnType() == TransactionalGraph.class
                && Modifier.isPublic(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers());
    }
}
