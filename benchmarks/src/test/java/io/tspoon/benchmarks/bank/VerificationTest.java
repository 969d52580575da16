/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class VerificationTest {
    private static final Load LOAD = Load.bounded(10, 500, 7);

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
            results.add(new Executed(number, false, 1, 1, List.of()));
            return;
        }
        balances[transfer.source()] -= transfer.amount();
        balances[transfer.destination()] += transfer.amount();
        results.add(committed(number, balance(transfer.source()), balance(transfer.destination())));
    }

    private Executed.Balance balance(int account) {
        return new Executed.Balance(account, balances[account]);
    }

    private static Executed committed(long number, Executed.Balance... balances) {
        return new Executed(number, true, 1, 0, List.of(balances));
    }

    private Verification.Verified verify() {
        return Verification.verify("test", LOAD, 1, results);
    }

    /** The first committed result, with another balance in the place of the payer's. */
    private Executed firstWith(long payerBalance) {
        Executed first = results.stream().filter(Executed::committed).findFirst().orElseThrow();
        Executed.Balance payer = first.balances().get(0);
        return committed(
                first.timestamp(),
                new Executed.Balance(payer.account(), payerBalance),
                first.balances().get(1));
    }

    private void replace(Executed other) {
        results.replaceAll(one -> one.timestamp() == other.timestamp() ? other : one);
    }

    @Test
    void serialExecutionIsRightInAnyOrderOfArrival() {
        long aborted = results.stream().filter(result -> !result.committed()).count();
        Collections.reverse(results);

        assertThat(verify()).isEqualTo(new Verification.Verified(500, aborted, 0));
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
                        new Executed.Balance(0, LOAD.initialBalance() - LOAD.maxAmount()),
                        new Executed.Balance(1, LOAD.initialBalance() + LOAD.maxAmount())));
        results.add(
                committed(
                        2,
                        new Executed.Balance(1, LOAD.initialBalance() - LOAD.maxAmount()),
                        new Executed.Balance(0, LOAD.initialBalance() + LOAD.maxAmount())));

        assertThatThrownBy(this::verify).hasMessageContaining("no such transfer");
    }

    @Test
    void abortWithoutReasonIsFound() {
        results.set(0, new Executed(1, false, 1, 0, List.of()));

        assertThatThrownBy(this::verify).hasMessageContaining("without a reason");
    }
}
