/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Workload;

import com.fasterxml.jackson.databind.ObjectMapper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.concurrent.Callable;

/** The other end of {@link ForkedRounds}: one round in this JVM. */
@Command(name = ForkedRounds.COMMAND, hidden = true)
final class RoundCommand implements Callable<Integer> {
    @Parameters(index = "0")
    private String workload;

    @Parameters(index = "1")
    private String name;

    @Parameters(index = "2")
    private String settings;

    @Parameters(index = "3")
    private Path result;

    @Override
    public Integer call() throws Exception {
        Workload of = Workloads.named(workload);
        Configuration configuration = of == null ? null : of.named(name);
        if (configuration == null) {
            throw new IllegalArgumentException(
                    "Cannot run round: no such configuration, workload="
                            + workload
                            + ", name="
                            + name);
        }
        ObjectMapper mapper = new ObjectMapper();
        RoundSettings read = mapper.readValue(settings, RoundSettings.class);
        Round round = RoundRunner.inProcess().run(configuration, read);
        mapper.writeValue(result.toFile(), round);
        return 0;
    }
}
