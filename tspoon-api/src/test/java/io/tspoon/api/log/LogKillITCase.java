/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.api.log.LoggedSums.Shape;
import io.tspoon.api.log.LoggedSums.Spread;
import io.tspoon.log.FileLog;
import io.tspoon.log.LogReader;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionReader;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/** A process dies by SIGKILL at a step of the protocol; another one goes on from its log. */
class LogKillITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    @TempDir Path log;
    @TempDir Path output;

    private final String name = UUID.randomUUID().toString();
    private LoggedSums sums;

    @AfterEach
    void cancel() throws Exception {
        if (sums != null) {
            sums.cancel();
        }
    }

    @ParameterizedTest
    @MethodSource("io.tspoon.api.log.LoggedSums#spreads")
    void outcomeOnItsWayIsEverywhereAfterAKill(Spread spread, ConcurrencyControl control)
            throws Exception {
        HeldProcess.killAt(spread, control, name, log, output.resolve("stderr"));
        List<LoggedTransaction> logged = logged();
        assertThat(logged)
                .extracting(LoggedTransaction::key)
                .containsExactlyInAnyOrder("0", "1", "2", "3", "4");

        sums = new LoggedSums(name, log);
        sums.touch(Shape.TWO_KEYS);
        sums.isolate(IsolationLevel.PL4);
        sums.end(sums.start(control, LoggedSums.NEVER_MS));
        sums.checkKept(logged);
    }

    private List<LoggedTransaction> logged() throws IOException {
        FileLog files = new FileLog(log.toUri().toString());
        List<LoggedTransaction> logged = new ArrayList<>();
        for (int part : files.parts(LoggedSums.GRAPH)) {
            try (LogReader reader = files.openReader(LoggedSums.GRAPH, part, LogReader.BEGINNING)) {
                TransactionReader transactions = new TransactionReader(reader);
                while (transactions.nextSegment()) {
                    LoggedTransaction transaction = transactions.next();
                    while (transaction != null) {
                        logged.add(transaction);
                        transaction = transactions.next();
                    }
                }
            }
        }
        return logged;
    }
}
