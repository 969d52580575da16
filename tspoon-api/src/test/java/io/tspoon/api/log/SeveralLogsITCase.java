/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.log.FileLog;
import io.tspoon.testing.Bank;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.EmbeddedFlink.Backend;
import io.tspoon.testing.ExactlyOnceSink;
import io.tspoon.testing.Faults;
import io.tspoon.testing.SeenResults;
import io.tspoon.testing.Tap;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two t-graphs in one job that fails several times: each recovers by its own durability, whatever
 * that of the other one is. The second one gets from the first what does not depend on its outcome:
 * else the first one needs a log, too.
 */
class SeveralLogsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int TRANSFERS = 4_000;
    private static final int ACCOUNTS = 50;

    /** At each of two places. */
    private static final int FAILURES = 2;

    private static final int FIRST_EVERY = 1_500;
    private static final int SECOND_EVERY = 1_700;

    private ConcurrencyControl control = ConcurrencyControl.TIMESTAMP_BASED;

    @TempDir Path logs;

    private final String test = UUID.randomUUID().toString();

    @ParameterizedTest(name = "{0} beside {1}, checkpoints every {2} ms, {3}")
    @CsvSource({
        "LOG, LOG, 50, TIMESTAMP_BASED",
        "LOG, LOG, 3600000, TIMESTAMP_BASED",
        "LOG, CHECKPOINT, 50, TIMESTAMP_BASED",
        "LOG, LOG, 50, DETERMINISTIC",
    })
    void besideEachOther(
            Durability first, Durability second, long checkpointMs, ConcurrencyControl both)
            throws Exception {
        control = both;
        StreamExecutionEnvironment environment = environment(checkpointMs);
        DataStream<Transfer> transfers =
                Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS)
                        .map(new Faults<>(test + "-first", FIRST_EVERY, FAILURES));
        show("one", settle("one", first, transfers));
        show("other", fail(settle("other", second, transfers)));

        environment.execute();

        check("one", first);
        check("other", second);
    }

    /** What the first one repeats from its log comes to the second one as input again. */
    @ParameterizedTest(name = "{0} before {1}, checkpoints every {2} ms")
    @CsvSource({
        "LOG, LOG, 50",
        "LOG, LOG, 3600000",
        "LOG, CHECKPOINT, 50",
        "CHECKPOINT, LOG, 50",
    })
    void oneAfterTheOther(Durability first, Durability second, long checkpointMs) throws Exception {
        StreamExecutionEnvironment environment = environment(checkpointMs);
        DataStream<Transfer> transfers =
                Bank.transfers(environment, 0, TRANSFERS, ACCOUNTS)
                        .map(new Faults<>(test + "-first", FIRST_EVERY, FAILURES));
        DataStream<TransactionResult<Long>> one = settle("one", first, transfers);
        show("one", one);
        DataStream<Transfer> next =
                one.map(result -> Transfer.numbered(Long.parseLong(result.key()), ACCOUNTS, 42))
                        .returns(Transfer.class);
        show("other", fail(settle("other", second, next)));

        environment.execute();

        check("one", first);
        check("other", second);
    }

    private static StreamExecutionEnvironment environment(long checkpointMs) {
        return EmbeddedFlink.environment(
                2, Backend.HEAP, EmbeddedFlink.recovering(Duration.ofMillis(checkpointMs)));
    }

    private DataStream<TransactionResult<Long>> settle(
            String name, Durability durability, DataStream<Transfer> transfers) {
        TransactionalGraph graph = TransactionalGraph.named(name).concurrencyControl(control);
        if (durability == Durability.LOG) {
            graph = graph.writeAheadLog(new FileLog(logs.toUri().toString()));
        }
        return Bank.settle(graph, transfers, Bank.balance(name));
    }

    private void show(String name, DataStream<TransactionResult<Long>> results) {
        Tap.open(results, test + name);
        ExactlyOnceSink.collect(results, test + name);
    }

    private DataStream<TransactionResult<Long>> fail(DataStream<TransactionResult<Long>> results) {
        return results.map(
                        new Faults<TransactionResult<Long>>(
                                test + "-second", SECOND_EVERY, FAILURES))
                .returns(results.getType());
    }

    private void check(String name, Durability durability) {
        List<TransactionResult<Long>> all = ExactlyOnceSink.received(test + name);
        Bank.checkComplete(all, 0, TRANSFERS);
        Bank.checkConserved(Bank.replay(all, Bank.balance(name), Map.of(), ACCOUNTS));
        List<TransactionResult<Long>> seen = Tap.passed(test + name);
        assertThat(seen).hasSizeGreaterThan(TRANSFERS); // something was repeated
        if (durability == Durability.LOG) {
            SeenResults.checkStay(seen, all);
        }
        assertThat(Faults.failures(test + "-first")).isEqualTo(FAILURES);
        assertThat(Faults.failures(test + "-second")).isEqualTo(FAILURES);
    }
}
