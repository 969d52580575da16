/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.AnyRole;
import io.tspoon.api.Role;
import io.tspoon.api.Roles;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactFunction;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a program must not do with its keys and values fails the job, and is no abort. */
class TransactFailuresITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");
    private static final Role<Long, Long> READ = Role.read("read", SUM, number -> number % 3);
    private static final Role<Long, Long> UPDATE = Role.update("update", SUM, number -> number % 5);
    private static final Roles<Long, Long, Long> ROLES =
            Roles.update("roles", SUM, number -> List.of(number % 7));
    private static final Role<Long, Long> UNKNOWN = Role.read("unknown", SUM, number -> number);
    private static final Role<Long, String> NAMESAKE =
            Role.update(
                    "update", StateSpec.named("text", Long.class, String.class), number -> number);
    private static final Role<Long, Long> NULL_KEY = Role.read("null", SUM, number -> null);
    private static final Roles<Long, Long, Long> NULL_KEYS =
            Roles.read("null", SUM, number -> Collections.singletonList(null));
    private static final Roles<Long, Long, Long> NO_KEYS = Roles.read("none", SUM, number -> null);

    /** A constraint that fails, instead of saying whether a value is right. */
    private static final StateSpec<Long, Long> FAILING =
            sums("failing")
                    .constraint(
                            "fails",
                            value -> {
                                throw new IllegalStateException("out of order");
                            });

    private static final Role<Long, Long> FAILS = Role.update("fails", FAILING, number -> number);

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(
                        "out of order",
                        UPDATE,
                        (n, at, tx) -> {
                            throw new IllegalStateException("out of order");
                        }),
                mistake("out of order", FAILS, (n, at, tx) -> at.set(FAILS, n)),
                mistake(
                        "[TSP-2114] Cannot access state: the key of a role is null, role=null,"
                                + " state=sum, element=",
                        NULL_KEY,
                        (n, at, tx) -> {}),
                mistake("[TSP-2114]", NULL_KEYS, (n, at, tx) -> {}),
                mistake(
                        "[TSP-1304] Cannot access state: the collection of a role's keys is null,"
                                + " role=none",
                        NO_KEYS,
                        (n, at, tx) -> {}),
                mistake(
                        "[TSP-2115] Cannot write value: the role only reads, role=read, state=sum,"
                                + " key=",
                        READ,
                        (n, at, tx) -> at.set(READ, n)),
                mistake("[TSP-2115]", READ, (n, at, tx) -> at.delete(READ)),
                mistake(
                        "[TSP-2116] Cannot access value: the operation has no such role,"
                                + " role=unknown, roles=[update]",
                        UPDATE,
                        (n, at, tx) -> at.get(UNKNOWN)),
                mistake("[TSP-2116]", UPDATE, (n, at, tx) -> at.keys(ROLES)),
                mistake(
                        "[TSP-2119] Cannot access value: the operation has another role of this"
                                + " name, role=update, state=text, updates=true, declared"
                                + " state=sum, declared updates=true, element=",
                        UPDATE,
                        (n, at, tx) -> at.set(NAMESAKE, "no number")),
                mistake(
                        "[TSP-2117] Cannot access value: the key does not play this role,"
                                + " role=roles, key=99, element=",
                        ROLES,
                        (n, at, tx) -> at.get(ROLES, 99L)),
                mistake("[TSP-2117]", ROLES, (n, at, tx) -> at.set(ROLES, 99L, n)),
                mistake(
                        "[TSP-1302] Cannot write value: it is null, role=update, state=sum",
                        UPDATE,
                        (n, at, tx) -> at.set(UPDATE, null)),
                mistake("[TSP-2109]", UPDATE, (n, at, tx) -> tx.emit(null)));
    }

    private static Arguments mistake(
            String message, AnyRole<Long> role, TransactFunction<Long, Long> function) {
        return Arguments.of(message, role, function);
    }

    /** In attempts, the function is called in the same way. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("mistakes")
    void mistakeFailsTheJob(
            String message, AnyRole<Long> role, TransactFunction<Long, Long> function) {
        Combination chains = Some.mechanisms().get(2);
        // Few in flight, so that the source is not through when the job fails: Flink would
        // sometimes
        // name the lost end of its splits as the reason.
        TransactionalStream<Long> opened =
                chains.graph("together")
                        .maxInFlight(2)
                        .openTransaction(chains.environment().fromSequence(0, Numbers.COUNT - 1));

        assertThatThrownBy(
                        () ->
                                EmbeddedFlink.collect(
                                        opened.transact(List.of(role), function, Long.class)
                                                .closeTransaction()))
                .hasStackTraceContaining(message);
    }
}
