/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.triggers;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.FreeAddress;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.RunningJob;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Measurement;
import io.tspoon.benchmarks.measure.Pipeline;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Subject;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;

/**
 * The same chains made by clients: each calls one step after the other, and waits for each answer.
 * Counts steps behind the first one.
 *
 * @param steps the program
 * @param clients how many there are
 */
record Called(Steps steps, int clients) implements Subject {
    @Override
    public Guarantee guarantee() {
        return steps.guarantee();
    }

    @Override
    public Round run(Configuration configuration, RoundSettings settings) {
        int parallelism = configuration.parallelismOr(settings.parallelism());
        LongAdder checked = new LongAdder();
        return new Measurement(
                        configuration,
                        settings,
                        (run, bufferTimeoutMs) -> {
                            StreamExecutionEnvironment environment =
                                    RunningJob.environment(
                                            parallelism,
                                            configuration.stateBackend(),
                                            bufferTimeoutMs);
                            return start(environment, run, checked);
                        },
                        null)
                .run()
                .verified(new Verified(checked.sum(), 0, 0));
    }

    private CalledJob start(
            StreamExecutionEnvironment environment, Pipeline.Run run, LongAdder checked) {
        InetSocketAddress server = FreeAddress.onLoopback();
        var options = new org.apache.flink.configuration.Configuration();
        options.setString("tspoon.query.port", Integer.toString(server.getPort()));
        environment.configure(options);
        steps.called(steps.graph(), environment)
                .sinkTo(new CountingSink<>(run.meter(), steps.counter(run.perSecond() > 0)));
        Meter calls = Meter.open(run.meter() + ", calls");
        CalledJob job =
                new CalledJob(
                        RunningJob.start(run.meter(), environment),
                        Meter.named(run.meter()),
                        calls,
                        server,
                        new CalledSteps(server, steps.triggers()),
                        checked::add);
        job.awaitReady();
        double perStep = (steps.triggers() + 1.0) / steps.triggers();
        job.call(clients, run.perSecond() * perStep);
        return job;
    }
}
