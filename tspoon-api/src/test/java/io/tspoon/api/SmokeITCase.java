/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class SmokeITCase {
    public record Transfer(int source, int destination, long amount) {
        List<Movement> movements() {
            return List.of(new Movement(source, -amount), new Movement(destination, amount));
        }
    }

    public record Movement(int account, long amount) {}

    static final StateSpec<Integer, Long> BALANCE =
            StateSpec.named("balance", Integer.class, Long.class)
                    .initialValue(100L)
                    .constraint("not negative", balance -> balance >= 0);

    @ParameterizedTest
    @CsvSource({
        "1,LOCK_BASED",
        "1,TIMESTAMP_BASED",
        "2,LOCK_BASED",
        "2,TIMESTAMP_BASED",
        "4,LOCK_BASED",
        "4,TIMESTAMP_BASED"
    })
    void conserves(int parallelism, ConcurrencyControl control) throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, new Configuration());
        env.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        List<Transfer> transfers = new ArrayList<>();
        java.util.SplittableRandom random = new java.util.SplittableRandom(7);
        for (int i = 0; i < 20000; i++) {
            int s = random.nextInt(10);
            transfers.add(new Transfer(s, (s + 1 + random.nextInt(9)) % 10, random.nextInt(50)));
        }
        DataStream<Transfer> input = env.fromData(transfers).rebalance();
        DataStream<TransactionResult<Long>> results =
                TransactionalGraph.named("bank")
                        .concurrencyControl(control)
                        .openTransaction(input)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(BALANCE, (balance, movement) -> balance + movement.amount())
                        .closeTransaction();
        List<TransactionResult<Long>> all = new ArrayList<>();
        long start = System.nanoTime();
        try (CloseableIterator<TransactionResult<Long>> it = results.executeAndCollect()) {
            it.forEachRemaining(all::add);
        }
        System.out.println((System.nanoTime() - start) / 1e9 + " s");
        assertThat(all).hasSize(transfers.size());
        all.sort(java.util.Comparator.comparing(TransactionResult::timestamp));
        java.util.Map<Object, Long> balances = new java.util.HashMap<>();
        long aborts = all.stream().filter(TransactionResult::isAborted).count();
        System.out.println(
                "aborts "
                        + aborts
                        + " attempts max "
                        + all.stream().mapToInt(TransactionResult::attempts).max());
        for (TransactionResult<Long> result : all) {
            for (StateUpdate update : result.updates()) {
                balances.put(update.key(), (Long) update.value());
            }
        }
        System.out.println(balances);
        assertThat(balances.values().stream().mapToLong(x -> x).sum()).isEqualTo(1000L);
    }
}
