/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Mix;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Two clients that have executed the input, and what one of them may have left out. */
class AuditedAccountsTest {
    private static final Load LOAD = new Load(10, 100_000, 100, 0, 0, Mix.TRANSFERS, 7);
    private static final Map<Integer, Long> OFFERED = Map.of(0, 300L, 1, 200L);

    private final Map<Integer, Long> balances = new HashMap<>();

    @BeforeEach
    void executeAll() {
        for (int account = 0; account < LOAD.accounts(); account++) {
            balances.put(account, LOAD.initialBalance());
        }
        OFFERED.forEach(
                (client, transfers) -> {
                    TransferGenerator input = LOAD.generator(client, OFFERED.size());
                    while (input.generated() < transfers) {
                        execute(input.next(0), 1);
                    }
                });
    }

    private void execute(Transfer transfer, int times) {
        balances.merge(transfer.source(), -times * transfer.amount(), Long::sum);
        balances.merge(transfer.destination(), times * transfer.amount(), Long::sum);
    }

    private void check() {
        try (Meter meter = Meter.open("clients")) {
            new AuditedAccounts("clients", LOAD, () -> balances).check(OFFERED, 0, meter);
        }
    }

    @Test
    void whatTheClientsExecutedIsRight() {
        check();
    }

    /** No money is missing for it. */
    @Test
    void transferThatIsCountedButNotExecutedIsFound() {
        execute(LOAD.generator(1, 2).next(0), -1);

        assertThatThrownBy(this::check)
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining(
                        "Cannot trust the timed run of clients: balances are not what the transfers"
                                + " leave");
    }

    @Test
    void accountThatIsMissingIsFound() {
        balances.remove(3);

        assertThatThrownBy(this::check)
                .hasMessageContaining("a balance is lost, state=balance, account=3");
    }
}
