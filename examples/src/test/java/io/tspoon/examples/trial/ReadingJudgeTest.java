/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Balances that queries have shown of a run that is as it should be; one of them is spoiled. */
class ReadingJudgeTest {
    private static final int COUNT = 300;
    private static final int UNUSED = 10;
    private static final long UNANSWERED = 5;
    private static final long RESUMED = 2;
    private static final Transfers TRANSFERS = new Transfers(7, UNUSED);

    private final List<Settled> results = new HonestBank(TRANSFERS).settle(COUNT);
    private final List<Reading> shown = new ArrayList<>();

    ReadingJudgeTest() {
        shown.add(new Reading(results.get(0).timestamp(), UNUSED, Transfers.OPENING));
        for (Settled settled : results) {
            settled.balances()
                    .forEach(
                            (account, balance) ->
                                    shown.add(new Reading(settled.timestamp(), account, balance)));
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void balancesOfTheResultsHold(Durability durability) {
        Verdict verdict = judge(durability);

        assertThat(verdict.firstViolations()).isEmpty();
        assertThat(verdict.reads()).isEqualTo(new Reads(shown.size(), 0, UNANSWERED, RESUMED));
    }

    @Test
    void balanceOfNoResultIsFound() {
        Reading one = shown.get(17);
        shown.set(17, new Reading(one.timestamp(), one.account(), one.balance() + 1));

        assertFound(one.balance() + 1, one.balance());
    }

    @Test
    void balanceOfAnAccountThatIsNotUsedIsFound() {
        shown.set(0, new Reading(results.get(COUNT - 1).timestamp(), UNUSED, 1));

        assertFound(1, Transfers.OPENING);
    }

    /** Its transaction was executed again, at a later place in the order. */
    @Test
    void balanceOfALaterResultIsFound() {
        Settled settled = results.stream().filter(Settled::committed).findFirst().orElseThrow();
        Transfer transfer = TRANSFERS.numbered(settled.number());
        long balance = Transfers.OPENING + transfer.amount();
        shown.add(new Reading(settled.timestamp() - 1, transfer.payee(), balance));

        assertFound(balance, Transfers.OPENING);
    }

    private void assertFound(long balance, long inTheEnd) {
        assertThat(judge(Durability.LOG).firstViolations())
                .singleElement()
                .asString()
                .startsWith("Shown by a query, and not so in the end: ")
                .contains("balance=" + balance + "], in the end " + inTheEnd);
        Verdict verdict = judge(Durability.CHECKPOINT);
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict.reads().revoked()).isEqualTo(1);
    }

    private Verdict judge(Durability durability) {
        List<Observation> observations =
                results.stream().map(settled -> new Observation(0, settled)).toList();
        return new Oracle(TRANSFERS, COUNT, durability, IsolationLevel.PL4)
                .judge(results, observations, new Readings(shown, UNANSWERED, RESUMED));
    }
}
