/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/** Each violation is planted in a run that is as it should be, and must be found as what it is. */
class OracleTest {
    private static final int COUNT = 300;
    private static final Transfers TRANSFERS = new Transfers(7, 10);

    private final List<Settled> results = new HonestBank(TRANSFERS).settle(COUNT);
    private final List<Observation> observations = new ArrayList<>();

    OracleTest() {
        results.forEach(settled -> observations.add(new Observation(0, settled)));
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatIsAsItShouldBeHolds(Durability durability) {
        Verdict verdict = judge(durability, IsolationLevel.PL4);

        assertThat(verdict.firstViolations()).isEmpty();
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.committed()).isPositive();
        assertThat(verdict.aborted()).isPositive();
        assertThat(verdict.committed() + verdict.aborted()).isEqualTo(COUNT);
        assertThat(verdict.observed()).isEqualTo(COUNT);
    }

    @Test
    void orderOfArrivalAtTheSinkIsFree() {
        Collections.reverse(results);

        assertThat(judge(Durability.LOG, IsolationLevel.PL4).holds()).isTrue();
    }

    @Test
    void missingResultIsFound() {
        results.remove(17);

        assertFound("No result in the sink for a transfer: " + TRANSFERS.numbered(17));
    }

    @Test
    void missingResultAtTheEndIsFound() {
        results.remove(COUNT - 1);

        assertFound("No result in the sink for a transfer");
    }

    @Test
    void secondResultIsFound() {
        results.add(results.get(17));

        assertFound("Two results of one transfer in the sink: " + results.get(17).line());
    }

    @Test
    void resultOfNoTransferIsFound() {
        results.add(new Settled(COUNT, 1, 1, false, new TreeMap<>()));

        assertFound("A result in the sink has no transfer: 300 ");
    }

    @Test
    void lostUpdateIsFound() {
        int victim = any(Settled::committed);
        Settled settled = results.get(victim);
        spoil(victim, one -> withBalances(one, plus(one.balances(), 1)));

        assertFound("Balances do not follow from those before", "result " + settled.number() + " ");
    }

    @Test
    void halfATransferIsFound() {
        int victim = any(Settled::committed);
        spoil(
                victim,
                one -> {
                    SortedMap<Integer, Long> half = new TreeMap<>(one.balances());
                    half.remove(half.firstKey());
                    return withBalances(one, half);
                });

        assertFound("Balances do not follow from those before");
    }

    @Test
    void updateOfAnAbortedOneIsFound() {
        int victim = any(one -> !one.committed());
        spoil(victim, one -> withBalances(one, new TreeMap<>(Map.of(3, 1_000L))));

        assertFound("Balances do not follow from those before");
    }

    @Test
    void abortWithoutAReasonIsFound() {
        int victim = any(Settled::committed);
        spoil(
                victim,
                one ->
                        new Settled(
                                one.number(), one.id(), one.timestamp(), false, new TreeMap<>()));

        assertFound("Aborted though covered");
    }

    @Test
    void commitWithoutCoverIsFound() {
        int victim = any(one -> !one.committed());
        Transfer transfer = TRANSFERS.numbered(victim);
        spoil(
                victim,
                one ->
                        new Settled(
                                one.number(),
                                one.id(),
                                one.timestamp(),
                                true,
                                new TreeMap<>(Map.of(transfer.payer(), -1L))));

        assertFound("Committed though not covered");
    }

    @Test
    void overdrawnAccountIsFound() {
        int last = lastCommitted();
        spoil(last, one -> withBalances(one, plus(one.balances(), -1_000_000)));

        assertFound("An account is overdrawn in the end", "Money is not conserved");
    }

    @Test
    void changedOrderIsFound() {
        int first = any(Settled::committed);
        int second = nextOfSameAccount(first);
        long timestamp = results.get(first).timestamp();
        spoil(first, one -> withTimestamp(one, results.get(second).timestamp()));
        spoil(second, one -> withTimestamp(one, timestamp));

        assertFound("Balances do not follow from those before");
    }

    @Test
    void sharedTimestampIsFound() {
        spoil(18, one -> withTimestamp(one, results.get(17).timestamp()));

        assertFound("Two transactions have one timestamp");
    }

    @Test
    void secondAttemptIsFoundAtPl4Only() {
        spoil(
                17,
                one ->
                        new Settled(
                                one.number(),
                                one.id() - 1,
                                one.timestamp(),
                                one.committed(),
                                one.balances()));

        assertThat(judge(Durability.LOG, IsolationLevel.PL3).holds()).isTrue();
        assertThat(judge(Durability.LOG, IsolationLevel.PL4).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Executed a second time at PL4: 17 ");
    }

    @Test
    void orderOfTheInputIsCheckedAtPl4Only() {
        int first = firstOfTwoThatDoNotMeet();
        Settled one = results.get(first);
        Settled next = results.get(first + 1);
        spoil(first, settled -> atThePlaceOf(next, settled));
        spoil(first + 1, settled -> atThePlaceOf(one, settled));

        assertThat(judge(Durability.LOG, IsolationLevel.PL3).holds()).isTrue();
        assertThat(judge(Durability.LOG, IsolationLevel.PL4).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Entry order is broken, the transfers do not ascend");
    }

    /** Of a job that went on at another level. */
    @Test
    void orderOfTheInputIsCheckedWhereItRanAtPl4Only() {
        int first = firstOfTwoThatDoNotMeet();
        Settled one = results.get(first);
        Settled next = results.get(first + 1);
        spoil(first, settled -> atThePlaceOf(next, settled));
        spoil(first + 1, settled -> atThePlaceOf(one, settled));

        assertThat(judge(next, IsolationLevel.PL3, IsolationLevel.PL4).holds()).isTrue();
        assertThat(judge(one, IsolationLevel.PL3, IsolationLevel.PL4).holds()).isTrue();
        assertThat(judge(one, IsolationLevel.PL4, IsolationLevel.PL3).holds()).isTrue();
        assertThat(judge(next, IsolationLevel.PL4, IsolationLevel.PL3).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Entry order is broken, the transfers do not ascend");
    }

    @Test
    void revokedResultIsFoundWithLogAndCountedWithCheckpoints() {
        Settled final17 = results.get(17);
        observations.set(17, new Observation(0, withTimestamp(final17, 1)));
        observations.add(new Observation(1, final17));

        assertThat(judge(Durability.LOG, IsolationLevel.PL3).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Seen, and revoked by a crash: 17 ");
        Verdict verdict = judge(Durability.CHECKPOINT, IsolationLevel.PL3);
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.revoked()).isEqualTo(1);
        assertThat(verdict.repeated()).isZero();
    }

    @Test
    void changedOutcomeIsFoundWithLog() {
        int victim = any(Settled::committed);
        Settled aborted =
                new Settled(
                        victim,
                        results.get(victim).id(),
                        results.get(victim).timestamp(),
                        false,
                        new TreeMap<>());
        observations.add(0, new Observation(0, aborted));
        observations.set(victim + 1, new Observation(1, results.get(victim)));

        assertThat(judge(Durability.LOG, IsolationLevel.PL3).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Seen, and revoked by a crash");
    }

    @Test
    void resultThatIsSeenAgainIsCounted() {
        observations.add(new Observation(1, results.get(17)));
        observations.add(new Observation(2, results.get(17)));

        Verdict verdict = judge(Durability.LOG, IsolationLevel.PL3);
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.repeated()).isEqualTo(2);
        assertThat(verdict.revoked()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatIsSeenLastMustStay(Durability durability) {
        observations.add(new Observation(1, withTimestamp(results.get(17), 1)));

        assertThat(judge(durability, IsolationLevel.PL3).holds()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void resultTwiceWithoutACrashIsFound(Durability durability) {
        observations.add(new Observation(0, results.get(17)));

        assertThat(judge(durability, IsolationLevel.PL3).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Seen twice with no crash in between: 17 ");
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void resultThatNobodySawIsFound(Durability durability) {
        observations.remove(17);

        assertThat(judge(durability, IsolationLevel.PL3).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Never seen by the observer: 17 ");
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void seenResultThatIsLostIsFound(Durability durability) {
        results.remove(COUNT - 1);

        assertThat(judge(durability, IsolationLevel.PL3).firstViolations())
                .anySatisfy(
                        violation ->
                                assertThat(violation)
                                        .startsWith("Seen, but without a result in the end: 299 "));
    }

    private Verdict judge(Durability durability, IsolationLevel isolation) {
        return new Oracle(TRANSFERS, COUNT, durability, isolation)
                .judge(results, observations, Readings.NONE);
    }

    /** Of a job that ran at one level up to a place, and at another from there on. */
    private Verdict judge(Settled last, IsolationLevel upTo, IsolationLevel behind) {
        return new Oracle(
                        TRANSFERS,
                        COUNT,
                        Durability.LOG,
                        result -> result.timestamp() <= last.timestamp() ? upTo : behind)
                .judge(results, observations, Readings.NONE);
    }

    private void assertFound(String... words) {
        Verdict verdict = judge(Durability.CHECKPOINT, IsolationLevel.PL3);
        assertThat(verdict.holds()).isFalse();
        for (String expected : words) {
            assertThat(verdict.firstViolations())
                    .anySatisfy(violation -> assertThat(violation).contains(expected));
        }
    }

    /** Spoils a result, for the observer as well. */
    private void spoil(int index, UnaryOperator<Settled> change) {
        results.set(index, change.apply(results.get(index)));
        observations.set(index, new Observation(0, results.get(index)));
    }

    private int any(Predicate<Settled> condition) {
        int index = 20;
        while (!condition.test(results.get(index))) {
            index++;
        }
        return index;
    }

    private static int firstOfTwoThatDoNotMeet() {
        int first = 20;
        while (!Collections.disjoint(accounts(first), accounts(first + 1))) {
            first++;
        }
        return first;
    }

    private static List<Integer> accounts(int number) {
        Transfer transfer = TRANSFERS.numbered(number);
        return List.of(transfer.payer(), transfer.payee());
    }

    private int lastCommitted() {
        int index = COUNT - 1;
        while (!results.get(index).committed()) {
            index--;
        }
        return index;
    }

    private int nextOfSameAccount(int first) {
        SortedMap<Integer, Long> balances = results.get(first).balances();
        int index = first + 1;
        while (results.get(index).balances().keySet().stream().noneMatch(balances::containsKey)) {
            index++;
        }
        return index;
    }

    private static SortedMap<Integer, Long> plus(SortedMap<Integer, Long> balances, long amount) {
        SortedMap<Integer, Long> changed = new TreeMap<>(balances);
        changed.merge(changed.firstKey(), amount, Long::sum);
        return changed;
    }

    private static Settled withBalances(Settled one, SortedMap<Integer, Long> balances) {
        return new Settled(one.number(), one.id(), one.timestamp(), one.committed(), balances);
    }

    private static Settled atThePlaceOf(Settled place, Settled one) {
        return new Settled(
                one.number(), place.id(), place.timestamp(), one.committed(), one.balances());
    }

    private static Settled withTimestamp(Settled one, long timestamp) {
        return new Settled(one.number(), one.id(), timestamp, one.committed(), one.balances());
    }
}
