/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.filling;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.Bank;
import io.tspoon.testing.GatedNumbers;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** The bank, whose accounts have other balances than the initial one before it opens. */
final class LoadedBank {
    static final int ACCOUNTS = 500;

    private LoadedBank() {}

    /** What is loaded for an account. */
    static long opening(long account) {
        return 40 + account % 7;
    }

    /** The numbers of all accounts. */
    static DataStream<Long> accounts(
            StreamExecutionEnvironment environment, String uid, GatedNumbers.Gate... gates) {
        return environment
                .fromSource(
                        new GatedNumbers(0, ACCOUNTS, gates),
                        WatermarkStrategy.noWatermarks(),
                        "accounts")
                .uid(uid);
    }

    /** The t-graph, with balances loaded for the accounts. */
    static TransactionalGraph loading(DataStream<Long> accounts) {
        return TransactionalGraph.named("bank")
                .load(Bank.BALANCE, accounts, Long::intValue, LoadedBank::opening);
    }

    /** All results are those of a serial run on what was loaded. */
    static void check(List<TransactionResult<Long>> results, int transfers) {
        Map<Integer, Long> opening = new HashMap<>();
        for (int account = 0; account < ACCOUNTS; account++) {
            opening.put(account, opening(account));
        }
        long money = sum(opening);
        Bank.checkComplete(results, 0, transfers);
        Map<Integer, Long> balances = Bank.replay(results, opening, ACCOUNTS);
        assertThat(sum(balances)).isEqualTo(money);
        assertThat(results).anyMatch(TransactionResult::isAborted);
    }

    private static long sum(Map<Integer, Long> balances) {
        return balances.values().stream().mapToLong(Long::longValue).sum();
    }
}
