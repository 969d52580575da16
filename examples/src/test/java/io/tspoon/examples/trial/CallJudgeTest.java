/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Each violation is planted in a run with calls that is as it should be. */
class CallJudgeTest {
    private static final int COUNT = 100;
    private static final Transfers TRANSFERS = new Transfers(7, 10);

    private final List<Settled> results = new ArrayList<>();
    private final List<CallAnswer> answers = new ArrayList<>();
    private final List<String> unexpected = new ArrayList<>();
    private final Set<Long> sent = new HashSet<>();

    CallJudgeTest() {
        HonestBank bank = new HonestBank(TRANSFERS);
        long latest = 0;
        for (int number = 0; number < COUNT; number++) {
            results.add(bank.settle(TRANSFERS.numbered(number)));
            Settled called = bank.settle(TRANSFERS.numbered(Transfers.CALLED + number));
            results.add(called);
            sent.add(called.number());
            answers.add(answer(called, latest));
            latest = called.timestamp();
        }
    }

    @Test
    void whatIsAsItShouldBeHolds() {
        answers.add(answers.get(17)); // asked again

        assertThat(judge().firstViolations()).isEmpty();
        assertThat(judge().committed() + judge().aborted()).isEqualTo(2 * COUNT);
    }

    @Test
    void callThatIsNeverAnsweredIsFound() {
        sent.add(Transfers.CALLED + COUNT);

        assertFound("A call was never answered: " + (Transfers.CALLED + COUNT));
    }

    @Test
    void answeredCallThatIsLostIsFound() {
        results.remove(result(COUNT - 1));

        assertFound("Answered, but without a result in the end: ");
    }

    @Test
    void callThatIsExecutedTwiceIsFound() {
        Settled first = result(17);
        results.add(new Settled(first.number(), 5_000, 5_000, first.committed(), first.balances()));

        assertFound("Two results of one transfer in the sink: ");
    }

    @Test
    void effectWithoutAResultIsFound() {
        Settled committed =
                results.stream()
                        .filter(result -> result.number() >= Transfers.CALLED)
                        .filter(Settled::committed)
                        .findFirst()
                        .orElseThrow();
        results.remove(committed);

        assertFound("Balances do not follow from those before: ");
    }

    @Test
    void answerOfAnotherOutcomeIsFound() {
        CallAnswer answer = answers.get(17);
        answers.add(
                new CallAnswer(
                        answer.number(),
                        0,
                        answer.id(),
                        answer.timestamp(),
                        !answer.committed(),
                        answer.emitted()));

        assertFound("Not what the call was answered: ");
    }

    @Test
    void answerOfAnotherExecutionIsFound() {
        CallAnswer answer = answers.get(17);
        answers.add(
                new CallAnswer(
                        answer.number(),
                        0,
                        answer.id() + 1,
                        answer.timestamp() + 1,
                        answer.committed(),
                        answer.emitted()));

        assertFound("Not what the call was answered: ");
    }

    @Test
    void answerOfOtherBalancesIsFound() {
        Settled settled = result(17);
        SortedMap<Integer, Long> others = new TreeMap<>(settled.balances());
        others.replaceAll((account, balance) -> balance + 1);
        others.putIfAbsent(1, 1L);
        answers.add(
                answer(
                        new Settled(
                                settled.number(),
                                settled.id(),
                                settled.timestamp(),
                                settled.committed(),
                                others),
                        0));

        assertFound("Not what the call was answered: ");
    }

    @Test
    void executionBeforeWhatTheCallerHadSeenIsFound() {
        answers.add(answer(result(17), result(17).timestamp()));

        assertFound("Executed before what its caller had seen: ");
    }

    @Test
    void resultOfACallThatNobodySentIsFound() {
        sent.remove(Transfers.CALLED + 17);

        assertFound("A result in the sink has no transfer: " + (Transfers.CALLED + 17));
    }

    @Test
    void failureForNoReasonIsFound() {
        unexpected.add("17: INTERNAL");

        assertFound("A call failed for no reason: 17: INTERNAL");
    }

    private Settled result(int call) {
        return results.get(2 * call + 1);
    }

    private static CallAnswer answer(Settled settled, long after) {
        return new CallAnswer(
                settled.number(),
                after,
                settled.id(),
                settled.timestamp(),
                settled.committed(),
                List.copyOf(settled.balances().values()));
    }

    private Verdict judge() {
        List<Observation> observations =
                results.stream().map(result -> new Observation(0, result)).toList();
        return new Oracle(TRANSFERS, COUNT, Durability.LOG, IsolationLevel.PL3)
                .judge(
                        results,
                        observations,
                        Readings.NONE,
                        new CallHistory(sent, answers, unexpected));
    }

    private void assertFound(String words) {
        assertThat(judge().firstViolations())
                .anySatisfy(violation -> assertThat(violation).startsWith(words));
    }
}
