/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Verified;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A run in which each transfer was executed once, and what may be wrong with it. */
class ElasticAuditTest {
    private static final int ACCOUNTS = 10;
    private static final int OFFERED = 100;

    private final long[] balances = new long[ACCOUNTS];
    private final List<Long> results = new ArrayList<>();

    @BeforeEach
    void executeAll() {
        Arrays.fill(balances, ElasticJob.INITIAL_BALANCE);
        for (long number = 0; number < OFFERED; number++) {
            execute(number, 1);
            results.add(number);
        }
    }

    private void execute(long number, int times) {
        Transfer transfer = new ElasticInput("test", ACCOUNTS).numbered(number);
        balances[transfer.source()] -= times * transfer.amount();
        balances[transfer.destination()] += times * transfer.amount();
    }

    private List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (int account = 0; account < ACCOUNTS; account++) {
            entries.add(new Entry(account, balances[account], account));
        }
        return entries;
    }

    private Verified verify() {
        return verify(entries());
    }

    private Verified verify(List<Entry> entries) {
        return new ElasticAudit(ACCOUNTS, OFFERED).verify(results, entries);
    }

    @Test
    void eachTransferExecutedOnceIsRight() {
        assertThat(verify()).isEqualTo(new Verified(OFFERED, 0, 0));
    }

    @Test
    void resultMayComeTwice() {
        results.add(40L);

        assertThat(verify().transfers()).isEqualTo(OFFERED);
    }

    @Test
    void transferThatIsExecutedTwiceIsFound() {
        execute(40, 1);

        assertThatThrownBy(this::verify)
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("wrong balance of account");
    }

    @Test
    void transferWithoutEffectIsFound() {
        execute(40, -1);

        assertThatThrownBy(this::verify).hasMessageContaining("wrong balance of account");
    }

    @Test
    void resultThatIsMissingIsFound() {
        results.remove(40L);

        assertThatThrownBy(this::verify)
                .hasMessageContaining("transfers were lost, found=99, expected=100");
    }

    /** Neither result nor effect: only the source can tell. */
    @Test
    void lastTransferThatLeavesNothingIsFound() {
        execute(OFFERED - 1, -1);
        results.remove(OFFERED - 1L);

        assertThatThrownBy(this::verify)
                .hasMessageContaining("transfers were lost, found=99, expected=100");
    }

    @Test
    void resultThatNobodyAskedForIsFound() {
        results.add((long) OFFERED);

        assertThatThrownBy(this::verify).hasMessageContaining("transfers of nobody");
    }

    @Test
    void accountThatIsMissingIsFound() {
        List<Entry> entries = entries();
        entries.set(3, entries.get(4));

        assertThatThrownBy(() -> verify(entries))
                .hasMessageContaining("accounts were lost, found=9, expected=10");
    }
}
