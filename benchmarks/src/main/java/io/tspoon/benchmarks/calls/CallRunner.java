/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.Bank;
import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.FreeAddress;
import io.tspoon.benchmarks.harness.LogDirectory;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.net.InetSocketAddress;

/** Measures one round of calls. */
final class CallRunner {
    private static final double BESIDE_STREAM_PER_SECOND = 1_000;

    private final Configuration configuration;
    private final Calls calls;
    private final RoundSettings settings;
    private final Load load;
    private final CallAudit audit;

    CallRunner(Configuration configuration, Calls calls, RoundSettings settings) {
        this.configuration = configuration;
        this.calls = calls;
        this.settings = settings;
        int accounts = configuration.accountsOr(settings.accounts());
        this.load = Load.saturated(accounts, configuration.mix(), settings.number());
        this.audit = new CallAudit(configuration.name(), load, calls.bank().sources() > 0);
    }

    Round run() {
        if (!calls.logging().isLogged()) {
            return new Measurement(configuration, settings, this::start, null)
                    .run()
                    .verified(audit.verified());
        }
        try (LogDirectory directory = LogDirectory.create(settings.logParent())) {
            return new Measurement(configuration, settings, this::start, directory)
                    .run()
                    .verified(audit.verified());
        }
    }

    private CallJob start(Pipeline.Run run, long bufferTimeoutMs) {
        boolean measuresCalls = !calls.measuresStream();
        Meter beside = Meter.open(run.meter() + ", beside");
        Meter transfers = measuresCalls ? beside : Meter.named(run.meter());
        InetSocketAddress server = FreeAddress.onLoopback();
        StreamExecutionEnvironment environment =
                RunningJob.environment(
                        configuration.parallelismOr(settings.parallelism()),
                        configuration.stateBackend(),
                        bufferTimeoutMs);
        var options = new org.apache.flink.configuration.Configuration();
        options.setString("tspoon.query.port", Integer.toString(server.getPort()));
        environment.configure(options);
        Load offered = load.paced(measuresCalls ? 0 : run.perSecond());
        calls.bank()
                .add(
                        environment,
                        new Bank.Run(
                                run.meter(), offered, !measuresCalls && run.timed(), run.log()),
                        transfers.name());
        RunningJob running = RunningJob.start(transfers.name(), environment);
        CallJob job = new CallJob(running, transfers, beside, server, audit);
        job.awaitReady();
        Calling calling = calls.calling();
        if (calling.executed()) {
            job.call(
                    calling,
                    measuresCalls ? run.meter() : beside.name(),
                    measuresCalls ? run.perSecond() : BESIDE_STREAM_PER_SECOND,
                    calls.logging().isLogged());
        } else if (calling.connections() > 0) {
            job.echo(calling, beside.name(), BESIDE_STREAM_PER_SECOND, load);
        }
        return job;
    }
}
