/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VerificationTest {
    private static final Load LOAD = Load.bounded(10, 500, Mix.TRANSFERS, 7);

    private static final String STATE = Topology.stateName(0);

    private final long[] balances = new long[LOAD.accounts()];
    private final List<Executed> results = new ArrayList<>();

    @BeforeEach
    void runSerially() {
        Arrays.fill(balances, LOAD.initialBalance());
        TransferGenerator transfers = new TransferGenerator(LOAD, 0, 1);
        while (transfers.hasNext()) {
            execute(transfers.next(0));
        }
    }

    private void execute(Transfer transfer) {
        long number = results.size() + 1L;
        if (balances[transfer.source()] < transfer.amount()) {
            results.add(aborted(number, transfer.source()));
            return;
        }
        balances[transfer.source()] -= transfer.amount();
        balances[transfer.destination()] += transfer.amount();
        results.add(committed(number, balance(transfer.source()), balance(transfer.destination())));
    }

    private static Executed aborted(long number, int account) {
        List<Executed.Refusal> refusals = List.of(new Executed.Refusal(STATE, account));
        return new Executed(0, number, number, false, 1, refusals, List.of());
    }

    private Executed.Balance balance(int account) {
        return new Executed.Balance(STATE, account, balances[account]);
    }

    private static Executed committed(long number, Executed.Balance... balances) {
        return new Executed(0, number, number, true, 1, List.of(), List.of(balances));
    }

    private Verified verify() {
        return verify(IsolationLevel.PL3);
    }

    private Verified verify(IsolationLevel level) {
        return verify(1, level, Topology.ONE_STATE);
    }

    private Verified verify(int subtasks, IsolationLevel level, Topology topology) {
        BankRunner.Checked run = new BankRunner.Checked("test", LOAD, subtasks);
        return new Verification(run, level, topology, Placement.AS_ASKED).verify(results);
    }

    /** The first committed result, with another balance in the place of the payer's. */
    private Executed firstWith(long payerBalance) {
        Executed first = results.stream().filter(Executed::committed).findFirst().orElseThrow();
        Executed.Balance payer = first.balances().get(0);
        return committed(
                first.timestamp(),
                new Executed.Balance(STATE, payer.account(), payerBalance),
                first.balances().get(1));
    }

    private void replace(Executed other) {
        results.replaceAll(one -> one.timestamp() == other.timestamp() ? other : one);
    }

    @Test
    void serialExecutionIsRightInAnyOrderOfArrival() {
        long aborted = results.stream().filter(result -> !result.committed()).count();
        Collections.reverse(results);

        assertThat(verify()).isEqualTo(new Verified(500, aborted, 0));
        assertThat(aborted).isBetween(1L, 499L);
    }

    @Test
    void missingResultIsFound() {
        results.remove(results.size() - 1);

        assertThatThrownBy(this::verify)
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("do not match the input");
    }

    @Test
    void lostUpdateIsFound() {
        replace(firstWith(LOAD.initialBalance()));

        assertThatThrownBy(this::verify).hasMessageContaining("money is not conserved");
    }

    @Test
    void negativeBalanceIsFound() {
        replace(firstWith(-1));

        assertThatThrownBy(this::verify).hasMessageContaining("balance is negative");
    }

    @Test
    void transferThatNobodyAskedForIsFound() {
        results.clear();
        results.add(
                committed(
                        1,
                        new Executed.Balance(STATE, 0, LOAD.initialBalance() - LOAD.maxAmount()),
                        new Executed.Balance(STATE, 1, LOAD.initialBalance() + LOAD.maxAmount())));
        results.add(
                committed(
                        2,
                        new Executed.Balance(STATE, 1, LOAD.initialBalance() - LOAD.maxAmount()),
                        new Executed.Balance(STATE, 0, LOAD.initialBalance() + LOAD.maxAmount())));

        assertThatThrownBy(this::verify).hasMessageContaining("no such transfer");
    }

    @Test
    void abortWithoutReasonIsFound() {
        results.set(0, new Executed(0, 1, 1, false, 1, List.of(), List.of()));

        assertThatThrownBy(this::verify).hasMessageContaining("without a reason");
    }

    /** The transfers are the input, in a row; a result for nothing would not match it. */
    @Test
    void abortOfWhatWasPossibleIsFound() {
        results.clear();
        Arrays.fill(balances, LOAD.initialBalance());
        TransferGenerator transfers = new TransferGenerator(LOAD, 0, 1);
        Transfer first = transfers.next(0);
        results.add(aborted(1, first.source()));
        while (transfers.hasNext()) {
            execute(transfers.next(0));
        }

        assertThatThrownBy(this::verify)
                .hasMessageContaining("aborted though there was enough")
                .hasMessageContaining("account=" + first.source());
        assertThat(verify(IsolationLevel.PL2).transfers()).isEqualTo(500);
    }

    @Test
    void abortOfAnotherAccountIsFound() {
        Executed first = results.stream().filter(one -> !one.committed()).findFirst().orElseThrow();
        int other = (first.refusals().get(0).account() + 1) % LOAD.accounts();
        replace(aborted(first.timestamp(), other));

        assertThatThrownBy(this::verify).hasMessageContaining("aborts are of other accounts");
    }

    @Test
    void serialExecutionKeepsEveryLevel() {
        assertThat(verify(IsolationLevel.PL2)).isEqualTo(verify(IsolationLevel.PL4));
    }

    @Test
    void lostUpdateIsAllowedBelowPl3() {
        replace(firstWith(LOAD.initialBalance()));

        assertThat(verify(IsolationLevel.PL2).transfers()).isEqualTo(500);
    }

    @Test
    void otherAccountsAreFoundBelowPl3() {
        Executed first = results.stream().filter(Executed::committed).findFirst().orElseThrow();
        replace(committed(first.timestamp(), first.balances().get(0)));

        assertThatThrownBy(() -> verify(IsolationLevel.PL2))
                .hasMessageContaining("no such transfer");
    }

    @Test
    void otherOrderThanThatOfEntryIsFound() {
        List<Executed> swapped = new ArrayList<>(results);
        for (int i = 0; i < results.size(); i++) {
            long id = results.get(results.size() - 1 - i).id();
            Executed one = results.get(i);
            swapped.set(
                    i,
                    new Executed(
                            0,
                            id,
                            one.timestamp(),
                            one.committed(),
                            one.attempts(),
                            one.refusals(),
                            one.balances()));
        }
        results.clear();
        results.addAll(swapped);

        verify(IsolationLevel.PL3);
        assertThatThrownBy(() -> verify(IsolationLevel.PL4))
                .hasMessageContaining("not executed in the order of entry");
    }

    /** The lowest bit of an id names the coordinator, so numbers alternate between the two. */
    @Test
    void entryOrderOfTwoSubtasksIsThatOfIds() {
        runAlternating(0);

        assertThat(verifyTwoSubtasks().transfers()).isEqualTo(500);
    }

    @Test
    void transferOfTheOtherSubtaskIsFound() {
        runAlternating(1);

        assertThatThrownBy(this::verifyTwoSubtasks).hasMessageContaining("differs");
    }

    /**
     * @param first subtask whose transfer gets the first number, which names subtask 0
     */
    private void runAlternating(int first) {
        results.clear();
        results.add(new Executed(0, 1, 1, true, 1, List.of(), List.of()));
        Arrays.fill(balances, LOAD.initialBalance());
        TransferGenerator[] subtasks = {
            new TransferGenerator(LOAD, first, 2), new TransferGenerator(LOAD, 1 - first, 2)
        };
        for (int i = 0; subtasks[i % 2].hasNext(); i++) {
            execute(subtasks[i % 2].next(0));
        }
        results.remove(0);
    }

    private Verified verifyTwoSubtasks() {
        return verify(2, IsolationLevel.PL4, Topology.ONE_STATE);
    }

    @Test
    void stateThatWasLeftOutIsFound() {
        Topology chain = new Topology(Topology.Arrangement.CHAIN, 2);

        assertThatThrownBy(() -> verify(1, IsolationLevel.PL3, chain))
                .hasMessageContaining("not every state was changed");
    }
}
