/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.misuse;

import io.tspoon.api.AnyRole;
import io.tspoon.api.Role;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Functions of several keys are refused where they cannot stand, when the graph is built. */
class TransactChecksTest {
    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final StateSpec<Long, Long> OTHER = Numbers.sums("other");
    private static final Role<Long, Long> KEY = Role.update("key", SUM, number -> number);
    private static final Role<Long, Long> OTHER_KEY = Role.read("other", OTHER, number -> number);

    private final DataStream<Long> numbers = EmbeddedFlink.environment(2).fromSequence(1, 10);

    // ------------------------------------------------------------------ roles

    @Test
    void twoRolesOfOneNameAreRefused() {
        assertRefused(() -> transact(open(), KEY, Roles.read("key", OTHER, List::of)))
                .hasMessage(
                        "[TSP-1123] Cannot use roles: two have the same name, graph=bank, role=key."
                                + " Give each role of an operation a name of its own.");
    }

    @Test
    void noRoleIsRefused() {
        assertRefused(() -> transact(open()))
                .hasMessageStartingWith("[TSP-1124] Cannot access values: there are no roles")
                .hasMessageContaining("or use process, which accesses none");
    }

    @Test
    void twoStatesOfOneNameAreRefused() {
        StateSpec<Long, Long> namesake = Numbers.sums("sum");

        assertRefused(() -> transact(open(), KEY, Role.read("two", namesake, number -> number)))
                .hasMessageStartingWith("[TSP-1125] Cannot use roles: two have different states")
                .hasMessageContaining("role=two, state=sum. Use one StateSpec");
    }

    // ------------------------------------------------------------------ where it stands

    @Test
    void resultsThatGoToAStateAreRefused() {
        assertRefused(
                        () ->
                                transact(open(), KEY)
                                        .map(sum -> sum)
                                        .keyBy(sum -> sum)
                                        .update(OTHER, Long::sum)
                                        .closeTransaction())
                .hasMessageStartingWith("[TSP-1126] Cannot close t-graph: the results of transact")
                .hasMessageContaining("state=sum. Let the other state play a role in the same");
    }

    @Test
    void resultsThatGoToAnotherSuchFunctionAreRefused() {
        assertRefused(() -> transact(transact(open(), KEY), OTHER_KEY).closeTransaction())
                .hasMessageContaining("[TSP-1126]");
    }

    @Test
    void elementsThatComeFromAStateAreRefused() {
        TransactionalStream<Long> sums =
                open().keyBy(number -> number).update(OTHER, Long::sum).filter(sum -> sum > 1);

        assertRefused(() -> transact(sums, KEY).closeTransaction())
                .hasMessageStartingWith("[TSP-1127] Cannot close t-graph: elements come to transa")
                .hasMessageContaining("state=other. Its keys must be known when");
    }

    @Test
    void anotherStateIsRefusedInChains() {
        assertRefused(() -> insertsBeside(ConcurrencyControl.DETERMINISTIC))
                .hasMessageStartingWith("[TSP-1128] Cannot close t-graph: with deterministic chain")
                .hasMessageContaining("state=other. Let the state play a role in transact, or use");
        assertThatCode(() -> insertsBeside(ConcurrencyControl.LOCK_BASED))
                .doesNotThrowAnyException();
    }

    private static void insertsBeside(ConcurrencyControl control) {
        TransactionalStream<Long> opened =
                TransactionalGraph.named("bank")
                        .concurrencyControl(control)
                        .openTransaction(EmbeddedFlink.environment(2).fromSequence(1, 10));
        TransactionalStream<Long> inserted =
                opened.keyBy(number -> number).insert(OTHER, number -> number);
        TransactionalGraph.closeTransaction(transact(opened, KEY), inserted);
    }

    @Test
    void stateThatIsAccessedElsewhereIsRefused() {
        TransactionalStream<Long> opened = open();
        opened.keyBy(number -> number).update(SUM, Long::sum);

        assertRefused(() -> transact(opened, OTHER_KEY, KEY))
                .hasMessageStartingWith("[TSP-1107] Cannot access state: this t-graph");
        assertThatCode(() -> transact(opened, OTHER_KEY).closeTransaction())
                .doesNotThrowAnyException();
    }

    @Test
    void stateOfSuchAFunctionIsAccessedNowhereElse() {
        TransactionalStream<Long> opened = open();
        transact(opened, KEY);

        assertRefused(() -> opened.keyBy(number -> number).update(SUM, Long::sum))
                .hasMessageContaining("[TSP-1107]");
        assertRefused(() -> transact(opened, KEY)).hasMessageContaining("[TSP-1107]");
    }

    // ------------------------------------------------------------------ what it is given

    static Stream<Arguments> nothings() {
        Class<Long> type = null;
        TypeInformation<Long> info = null;
        return Stream.of(
                nothing("list of roles", s -> s.transact(null, (n, at, tx) -> {}, Long.class)),
                nothing(
                        "role",
                        s ->
                                s.transact(
                                        Collections.singletonList((Role<Long, Long>) null),
                                        (n, at, tx) -> {},
                                        Long.class)),
                nothing(
                        "state of a role",
                        s -> transact(s, Role.<Long, Long, Long>read("r", null, n -> n))),
                nothing("key selector of a role", s -> transact(s, Role.read("r", SUM, null))),
                nothing("key selector of a role", s -> transact(s, Roles.update("r", SUM, null))),
                nothing("function", s -> s.transact(List.of(KEY), null, Long.class)),
                nothing("result type", s -> s.transact(List.of(KEY), (n, at, tx) -> {}, type)),
                nothing("result type", s -> s.transact(List.of(KEY), (n, at, tx) -> {}, info)));
    }

    private static Arguments nothing(String what, Consumer<TransactionalStream<Long>> mistake) {
        return Arguments.of(what, mistake);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nothings")
    void nullIsRefused(String what, Consumer<TransactionalStream<Long>> mistake) {
        TransactionalStream<Long> stream = open();

        assertRefused(() -> mistake.accept(stream))
                .hasMessage(
                        "[TSP-1102] Cannot build t-graph: the "
                                + what
                                + " is null, graph=bank, operation=transact. Pass one.");
        assertLeftNothing(stream);
    }

    @Test
    void whatCannotBeShippedIsRefused() {
        TransactionalStream<Long> stream = open();
        Object lock = new Object();
        Role<Long, Long> holding = Role.read("r", OTHER, number -> (long) lock.hashCode());
        Role<Long, Long> constrained =
                Role.read("r", OTHER.constraint("c", v -> lock.hashCode() > v), number -> number);

        assertRefused(() -> transact(stream, KEY, holding)).hasMessageContaining("[TSP-1103]");
        assertRefused(() -> transact(stream, KEY, constrained)).hasMessageContaining("[TSP-1103]");
        assertRefused(
                        () ->
                                stream.transact(
                                        List.of(KEY),
                                        (n, at, tx) -> tx.emit((long) lock.hashCode()),
                                        Long.class))
                .hasMessageContaining("[TSP-1103]");
        assertLeftNothing(stream);
    }

    /** Flink would write it with Kryo. */
    @Test
    void typeThatCannotBeWrittenIsRefused() {
        TransactionalStream<Long> stream = open();
        Role<Long, Thread> threads =
                Role.read("r", StateSpec.named("t", Long.class, Thread.class), number -> number);

        assertRefused(() -> stream.transact(List.of(KEY), (n, at, tx) -> {}, Thread.class));
        assertRefused(() -> transact(stream, KEY, threads));
        assertLeftNothing(stream);
    }

    // ------------------------------------------------------------------ parts

    private TransactionalStream<Long> open() {
        return TransactionalGraph.named("bank").openTransaction(numbers);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private static TransactionalStream<Long> transact(
            TransactionalStream<Long> stream, AnyRole<Long>... roles) {
        List<AnyRole<Long>> given = new ArrayList<>(List.of(roles));
        return stream.transact(given, (number, at, transaction) -> {}, Long.class);
    }

    /** All states are free, and the graph can be closed. */
    private static void assertLeftNothing(TransactionalStream<Long> stream) {
        assertThatCode(
                        () ->
                                transact(stream, KEY, Roles.read("other", OTHER, List::of))
                                        .closeTransaction())
                .doesNotThrowAnyException();
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ThrowingCallable mistake) {
        return assertThatThrownBy(mistake).isInstanceOf(InvalidGraphException.class);
    }
}
