/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.log.LoggedMessages;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A function that fails the job is told of as what it is, with the access that it was called for,
 * be it that this had to wait.
 */
class AccessFailureTest {
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private static final Outlet TO_NEXT = FirstOfTwo.toNext(LongSerializer.INSTANCE);

    private static final AccessFunction<Long, Long, Long> COUNT =
            (element, count, transaction) -> {
                count.set(count.get() + 1);
                transaction.emit(element);
            };

    private final LoggedMessages messages =
            new LoggedMessages(AccessRunner.class.getName(), Level.INFO);

    @AfterEach
    void stopListening() {
        messages.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void functionOfTheState(boolean waits) throws Exception {
        AccessFunction<Long, Long, Long> failing =
                (element, count, transaction) -> {
                    check(element);
                    COUNT.access(element, count, transaction);
                };

        checkTold("its function", failing, TO_NEXT, waits);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void functionBehindTheState(boolean waits) throws Exception {
        StepFunction<Long, Long> failing =
                (element, transaction, out) -> {
                    check(element);
                    out.collect(element);
                };

        checkTold(
                "a function behind it, or a serializer,",
                COUNT,
                new Outlet.ToStep("step", failing, LongSerializer.INSTANCE, List.of(TO_NEXT)),
                waits);
    }

    /** As it is when a task is cancelled, which is no fault. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void interruptedFunctionIsNoFault(boolean flagOnly) throws Exception {
        AccessFunction<Long, Long, Long> interrupted =
                (element, count, transaction) -> {
                    if (flagOnly) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IOException(flagOnly ? null : new InterruptedException());
                };

        try (OpenedState operator = open(interrupted, TO_NEXT)) {
            assertThatThrownBy(() -> operator.receive(attempts(FIRST)))
                    .hasRootCauseInstanceOf(
                            flagOnly ? IOException.class : InterruptedException.class);
            assertThat(Thread.interrupted()).isEqualTo(flagOnly);
        }

        assertThat(messages.all())
                .containsExactly(
                        "[TSP-2207] Cannot access state: its function was interrupted, as when its"
                                + " task is cancelled, state=state, key=0");
    }

    private void checkTold(
            String failed, AccessFunction<Long, Long, Long> function, Outlet outlet, boolean waits)
            throws Exception {
        try (OpenedState operator = open(function, outlet)) {
            if (waits) {
                operator.receive(attempts(FIRST, SECOND));
            }

            assertThatThrownBy(
                            () -> {
                                if (waits) {
                                    operator.decide(FIRST, FIRST, Decision.COMMIT);
                                } else {
                                    operator.receive(attempts(SECOND));
                                }
                            })
                    .hasStackTraceContaining(
                            "Cannot access state: "
                                    + failed
                                    + " failed, graph=graph, state=state, key=0, coordinator=0,"
                                    + " timestamp=2, element=2: java.io.IOException: broken on"
                                    + " purpose");
            assertThat(messages.all())
                    .containsExactly(
                            "[TSP-2208] Cannot access state: "
                                    + failed
                                    + " failed, and the job with it, state=state, key=0,"
                                    + " coordinator=0, timestamp=2");
        }
    }

    private static void check(long element) throws IOException {
        if (element == SECOND) {
            throw new IOException("broken on purpose");
        }
    }

    private static OpenedState open(AccessFunction<Long, Long, Long> function, Outlet outlet)
            throws Exception {
        return new OpenedState(
                FirstOfTwo.plan(
                        IsolationLevel.PL4,
                        ConcurrencyControl.LOCK_BASED,
                        AccessModes.always(AccessMode.UPDATE),
                        function,
                        outlet));
    }

    /** Of which each has the lock until it is decided. */
    private static CoordinatorToParticipant attempts(int... numbers) throws IOException {
        CoordinatorToParticipant block = OpenedState.header();
        block.promise(SECOND);
        for (int number : numbers) {
            OpenedState.add(block, number, number, Weight.WHOLE, number);
        }
        return block;
    }
}
