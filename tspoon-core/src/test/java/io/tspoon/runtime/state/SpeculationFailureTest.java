/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.regime.InAttempts;
import io.tspoon.runtime.pipeline.NotNegativeSerializer;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A function that fails because of a value which is not committed, and may never be: a sum that no
 * committed transaction makes negative, or an element that derives from it.
 */
class SpeculationFailureTest {
    private static final int FIRST = 0;
    private static final int SECOND = 1;

    private static final Outlet TO_NEXT = FirstOfTwo.toNext(LongSerializer.INSTANCE);

    /** Sends on every sum but the one that makes it negative. */
    private static final AccessFunction<Long, Long, Long> SUM =
            (amount, sum, transaction) -> {
                sum.set(sum.get() + amount);
                if (amount > 0) {
                    transaction.emit(sum.get());
                }
            };

    private static final AccessFunction<Long, Long, Long> CHECKED_SUM =
            (amount, sum, transaction) -> {
                checked(sum.get());
                SUM.access(amount, sum, transaction);
            };

    private static final AccessFunction<Long, Long, Long> CHECKED_ELEMENT =
            (element, count, transaction) -> {
                count.set(count.get() + 1);
                transaction.emit(checked(element));
            };

    private static final AccessFunction<Long, Long, Long> PASSED_ON =
            (element, count, transaction) -> transaction.emit(element);

    private final List<OpenedState> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (OpenedState one : opened) {
            one.close();
        }
    }

    // ------------------------------------------------------------------ in the same operator

    @ParameterizedTest
    @InAttempts
    void transactionWhoseAccessFailsIsRepeated(ConcurrencyControl control) throws Exception {
        checkRepeated(open(control, CHECKED_SUM, TO_NEXT));
    }

    @ParameterizedTest
    @InAttempts
    void transactionWhoseStepFailsIsRepeated(ConcurrencyControl control) throws Exception {
        checkRepeated(open(control, SUM, step((sum, transaction, out) -> checked(sum))));
    }

    @ParameterizedTest
    @InAttempts
    void transactionWhoseStepFailsWhenItHasSentOnIsRepeated(ConcurrencyControl control)
            throws Exception {
        checkRepeated(
                open(
                        control,
                        SUM,
                        step(
                                (sum, transaction, out) -> {
                                    out.collect(sum);
                                    out.collect(checked(sum));
                                })));
    }

    @ParameterizedTest
    @InAttempts
    void accessThatFailsOnACommittedValueFailsTheJob(ConcurrencyControl control) throws Exception {
        checkFailsTheJob(open(control, CHECKED_SUM, TO_NEXT));
    }

    @ParameterizedTest
    @InAttempts
    void stepThatFailsOnACommittedValueFailsTheJob(ConcurrencyControl control) throws Exception {
        checkFailsTheJob(open(control, SUM, step((sum, transaction, out) -> checked(sum))));
    }

    @ParameterizedTest
    @InAttempts
    void nothingIsLeftOfAnElementThatIsWrittenInPart(ConcurrencyControl control) throws Exception {
        OpenedState operator = open(control, SUM, FirstOfTwo.toNext(new NotNegativeSerializer()));
        OpenedState next = open(control, CHECKED_ELEMENT, TO_NEXT);

        checkRepeated(operator);
        next.receive(operator.takeSentOn());

        assertThat(next.takeReports(SECOND + 1))
                .isNotEmpty()
                .allMatch(report -> report.vote() == Vote.COMMIT);
    }

    // ------------------------------------------------------------------ in the next operator

    @ParameterizedTest
    @InAttempts
    void transactionWhoseNextAccessFailsIsRepeated(ConcurrencyControl control) throws Exception {
        OpenedState next = open(control, CHECKED_ELEMENT, TO_NEXT);
        next.receive(sentOnFromTentativeValue(control));

        assertThat(next.takeReports(SECOND)).satisfiesOnlyOnce(SpeculationFailureTest::checkFailed);
    }

    @ParameterizedTest
    @InAttempts
    void transactionWhoseAccessAfterNextFailsIsRepeated(ConcurrencyControl control)
            throws Exception {
        OpenedState between =
                open(control, PASSED_ON, step((sum, transaction, out) -> out.collect(sum)));
        between.receive(sentOnFromTentativeValue(control));
        OpenedState last = open(control, CHECKED_ELEMENT, TO_NEXT);
        last.receive(between.takeSentOn());

        assertThat(last.takeReports(SECOND)).satisfiesOnlyOnce(SpeculationFailureTest::checkFailed);
    }

    @ParameterizedTest
    @InAttempts
    void transactionWhoseStepInTheNextOperatorFailsIsRepeated(ConcurrencyControl control)
            throws Exception {
        OpenedState next = open(control, PASSED_ON, step((sum, transaction, out) -> checked(sum)));
        next.receive(sentOnFromTentativeValue(control));

        assertThat(next.takeReports(SECOND)).satisfiesOnlyOnce(SpeculationFailureTest::checkFailed);
    }

    @ParameterizedTest
    @InAttempts
    void transactionWhoseNextAccessFindsNoModeIsRepeated(ConcurrencyControl control)
            throws Exception {
        OpenedState next =
                open(
                        FirstOfTwo.plan(
                                IsolationLevel.PL3,
                                control,
                                AccessModes.by(
                                        sum ->
                                                checked(sum) == 0
                                                        ? AccessMode.READ
                                                        : AccessMode.UPDATE),
                                PASSED_ON,
                                TO_NEXT));
        next.receive(sentOnFromTentativeValue(control));

        assertThat(next.takeReports(SECOND)).satisfiesOnlyOnce(SpeculationFailureTest::checkFailed);
    }

    @ParameterizedTest
    @InAttempts
    void nextAccessThatFailsThoughAllIsCommittedFailsTheJob(ConcurrencyControl control)
            throws Exception {
        OpenedState operator = open(control, SUM, TO_NEXT);
        operator.receive(FIRST, 5, -5);
        operator.decide(FIRST, 5, Decision.COMMIT);
        operator.receive(SECOND, 9, 3);
        OpenedState next = open(control, CHECKED_ELEMENT, TO_NEXT);

        assertThatThrownBy(() -> next.receive(operator.takeSentOn()))
                .hasStackTraceContaining("the sum is negative");
    }

    // ------------------------------------------------------------------ helpers

    /** The second transaction sees what the first has written, which is aborted. */
    private static void checkRepeated(OpenedState operator) throws Exception {
        operator.receive(FIRST, 5, -5);
        operator.receive(SECOND, 9, 3);

        assertThat(operator.takeReports(SECOND))
                .satisfiesOnlyOnce(SpeculationFailureTest::checkFailed)
                .anyMatch(SentFragment::isDependent);
        operator.decide(FIRST, 5, Decision.ABORT);
        operator.decide(SECOND, 9, Decision.RETRY);
        operator.receive(SECOND + 1, 11, 3);
        assertThat(operator.takeReports(SECOND + 1))
                .isNotEmpty()
                .allMatch(report -> report.vote() == Vote.COMMIT);
    }

    private static void checkFailed(SentFragment report) {
        assertThat(report.vote()).isEqualTo(Vote.RETRY_LATER);
    }

    private static void checkFailsTheJob(OpenedState operator) throws Exception {
        operator.receive(FIRST, 5, -5);
        operator.decide(FIRST, 5, Decision.COMMIT);

        assertThatThrownBy(() -> operator.receive(SECOND, 9, 3))
                .hasStackTraceContaining("the sum is negative");
    }

    /** What the second transaction sends on when it has seen what the first one has written. */
    private List<ParticipantToParticipant> sentOnFromTentativeValue(ConcurrencyControl control)
            throws Exception {
        OpenedState operator = open(control, SUM, TO_NEXT);
        operator.receive(FIRST, 5, -5);
        operator.receive(SECOND, 9, 3);
        return operator.takeSentOn();
    }

    private static Long checked(Long sum) {
        if (sum < 0) {
            throw new IllegalStateException("the sum is negative");
        }
        return sum;
    }

    private static Outlet step(StepFunction<Long, Long> function) {
        return new Outlet.ToStep("step", function, LongSerializer.INSTANCE, List.of(TO_NEXT));
    }

    private OpenedState open(
            ConcurrencyControl control, AccessFunction<Long, Long, Long> function, Outlet outlet)
            throws Exception {
        return open(
                FirstOfTwo.plan(
                        IsolationLevel.PL3,
                        control,
                        AccessModes.always(AccessMode.UPDATE),
                        function,
                        outlet));
    }

    private OpenedState open(StateOperatorPlan<Long, Long, Long, Long> plan) throws Exception {
        OpenedState operator = new OpenedState(plan);
        opened.add(operator);
        return operator;
    }
}
