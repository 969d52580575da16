/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.bank.FilledBank;
import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.EchoServer;
import io.tspoon.benchmarks.harness.FreeAddress;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.queries.QueriedBank.Measured;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.net.InetSocketAddress;

/**
 * Measures one round of a {@link QueriedBank}: all accounts have a balance before, and their sum is
 * read after.
 */
final class ReadRunner {
    private static final Pace BESIDE_READERS = new Pace(1_000);

    private final Configuration configuration;
    private final QueriedBank bank;
    private final RoundSettings settings;
    private final FilledBank filled;
    private final Load load;
    private final Sums sums;

    ReadRunner(Configuration configuration, QueriedBank bank, RoundSettings settings) {
        this.configuration = configuration;
        this.bank = bank;
        this.settings = settings;
        int accounts = configuration.accountsOr(settings.accounts());
        this.filled =
                FilledBank.of(
                        bank.guarantee(),
                        configuration.parallelismOr(settings.parallelism()),
                        configuration.stateBackend(),
                        accounts);
        this.load = Load.saturated(accounts, configuration.mix(), settings.number());
        this.sums = new Sums(configuration.name(), load.initialBalance());
    }

    Round run() {
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            String name = configuration.name() + ", fill";
            String savepoint = filled.fill(name, configuration.mix(), settings.number(), directory);
            Measurement.Starter starter = (run, timeout) -> start(savepoint, run, timeout);
            Round round = new Measurement(configuration, settings, starter, null).run();
            return round.verified(sums.verified());
        }
    }

    private ReadJob start(String savepoint, Pipeline.Run run, long bufferTimeoutMs) {
        boolean readers = !bank.measuresTransfers();
        Meter beside = Meter.open(run.meter() + ", beside");
        Meter transfers = readers ? beside : Meter.named(run.meter());
        InetSocketAddress server = FreeAddress.onLoopback();
        StreamExecutionEnvironment environment = filled.environment(bufferTimeoutMs);
        environment.configure(endpoint(server));
        Load offered = load.paced(readers ? BESIDE_READERS.perSecond() : run.perSecond());
        filled.indexed(bank.guarantee(), bank.indexed())
                .add(environment, transfers.name(), offered, !readers && run.timed());
        RunningJob job = RunningJob.restore(transfers.name(), environment, savepoint);
        EchoServer echo = bank.measured() == Measured.ECHO ? new EchoServer() : null;
        Pace pace = readers ? BESIDE_READERS : null;
        ReadJob read = new ReadJob(job, transfers, beside, server, echo, sums, pace);
        read.awaitAnswer();
        read.ask(
                bank.reading(),
                readers ? run.meter() : beside.name(),
                readers ? run.perSecond() : 0,
                load);
        return read;
    }

    private static org.apache.flink.configuration.Configuration endpoint(InetSocketAddress server) {
        var options = new org.apache.flink.configuration.Configuration();
        options.setString("tspoon.query.enabled", "true");
        options.setString("tspoon.query.port", Integer.toString(server.getPort()));
        return options;
    }
}
