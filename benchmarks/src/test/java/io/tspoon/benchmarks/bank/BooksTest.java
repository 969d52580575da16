/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Topology;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BooksTest {
    private static final Map<Integer, Long> OFFERED = Map.of(0, 600L, 1, 400L);

    private final List<Executed.Balance> balances = new ArrayList<>();
    private final List<Executed.Unpaid> unpaid = new ArrayList<>();
    private long aborted;

    @BeforeEach
    void runSerially() {
        runSerially(Mix.TRANSFERS);
    }

    private static Load load(Mix mix) {
        return new Load(10, 1_000, 100, 0, 0, mix, 7);
    }

    private void runSerially(Mix mix) {
        run(mix, this::execute);
    }

    private void run(Mix mix, BiConsumer<Transfer, long[]> execution) {
        Load load = load(mix);
        balances.clear();
        aborted = 0;
        long[] amounts = new long[load.accounts()];
        Arrays.fill(amounts, load.initialBalance());
        OFFERED.forEach(
                (subtask, transfers) -> {
                    TransferGenerator input = new TransferGenerator(load, subtask, 2);
                    while (input.generated() < transfers) {
                        execution.accept(input.next(0), amounts);
                    }
                });
        for (int account = 0; account < amounts.length; account++) {
            balances.add(new Executed.Balance("balance", account, amounts[account]));
        }
    }

    private void execute(Transfer transfer, long[] amounts) {
        boolean pays = transfer.source() != Transfer.NOBODY;
        if (pays && amounts[transfer.source()] < transfer.amount()) {
            aborted++;
            return;
        }
        if (pays) {
            amounts[transfer.source()] -= transfer.amount();
        }
        if (transfer.destination() != Transfer.NOBODY) {
            amounts[transfer.destination()] += transfer.amount();
        }
    }

    /** Without any guarantee. */
    private void executeHalves(Transfer transfer, long[] amounts) {
        if (amounts[transfer.source()] < transfer.amount()) {
            unpaid.add(new Executed.Unpaid("balance", transfer.source(), transfer.amount()));
        } else {
            amounts[transfer.source()] -= transfer.amount();
        }
        amounts[transfer.destination()] += transfer.amount();
    }

    private void check(Mix mix, boolean serializable) {
        Books books =
                new Books(
                        load(mix),
                        Topology.ONE_STATE,
                        serializable,
                        Placement.AS_ASKED,
                        IllegalStateException::new);
        books.add(OFFERED);
        unpaid.forEach(books::add);
        books.check(balances, aborted);
    }

    private void check() {
        check(Mix.TRANSFERS, true);
    }

    private void add(int account, long delta) {
        Executed.Balance before = balances.get(account);
        balances.set(account, new Executed.Balance("balance", account, before.amount() + delta));
    }

    @Test
    void serialExecutionIsRight() {
        check();
    }

    @Test
    void serialExecutionOfRequestsForOneAccountIsRight() {
        Mix mix = new Mix(0.5, 0);
        runSerially(mix);

        check(mix, true);
    }

    @Test
    void serialExecutionOfTransfersThatMustAbortIsRight() {
        Mix mix = new Mix(0, 0.5);
        runSerially(mix);

        check(mix, true);
    }

    @Test
    void halvesThatWereRefusedExplainWhatIsTooMuch() {
        run(Mix.TRANSFERS, this::executeHalves);
        assertThat(unpaid).hasSizeGreaterThan(1);

        check();

        unpaid.remove(0);
        assertThatThrownBy(this::check).hasMessageContaining("money is not conserved");
    }

    @Test
    void moneyThatIsLostIsFound() {
        add(0, -1);

        assertThatThrownBy(this::check).hasMessageContaining("money is not conserved");
    }

    @Test
    void moneyMayBeLostBelowPl3() {
        add(0, -1);

        check(Mix.TRANSFERS, false);
    }

    @Test
    void moneyThatMoreThanTheAbortsMovesIsFound() {
        add(0, -(aborted + 1) * 100);
        add(1, (aborted + 1) * 100);

        assertThatThrownBy(this::check).hasMessageMatching(".*(negative|not what the transfers).*");
    }

    @Test
    void whatMustAbortMustNotBeCommitted() {
        Mix mix = new Mix(0, 0.5);
        runSerially(mix);
        aborted = 10;

        assertThatThrownBy(() -> check(mix, true))
                .hasMessageContaining("what must abort was committed");
    }

    @Test
    void accountThatIsMissingIsFoundAtAnyLevel() {
        balances.remove(3);

        assertThatThrownBy(() -> check(Mix.TRANSFERS, false))
                .hasMessageContaining("a balance is lost, state=balance, account=3");
    }

    @Test
    void negativeBalanceIsFoundAtAnyLevel() {
        add(3, -balances.get(3).amount() - 1);

        assertThatThrownBy(() -> check(Mix.TRANSFERS, false))
                .hasMessageContaining("a balance is negative, state=balance, account=3");
    }
}
