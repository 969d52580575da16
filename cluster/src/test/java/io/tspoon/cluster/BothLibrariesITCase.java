/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.host.Vitals;
import io.tspoon.examples.trial.Verdict;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job that brings tspoon along and a job that finds it in the cluster's lib run in the same
 * processes at the same time, submitted by REST and by Flink's command line. When they have ended,
 * nothing is left of them.
 */
class BothLibrariesITCase {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    @Test
    void libraryInTheJobJarAndInTheLibOfTheCluster() throws Exception {
        FlinkHome home = FlinkHome.find();
        try (LoopbackCluster cluster =
                LoopbackCluster.start(home, directory, home.libraryJars(), Leftovers.OPTIONS)) {
            TrialSettings settings = TrialSettings.of(Durability.LOG);
            Trial thick = cluster.trial("thick", home.jobJar(), settings);
            Trial thin = cluster.trial("thin", home.thinJobJar(), settings);
            thick.begin();
            thin.begin();
            thick.awaitSteady();
            thin.awaitSteady();

            checkHolds(thick.finish());
            operateByCommandLine(cluster, home.jobJar());
            thin.awaitSteady();
            checkHolds(thin.finish());
            leaveNothing(home, cluster);
        }
    }

    /**
     * Nothing is left of the jobs above, nor of a job that has everything that could be left;
     * {@code cluster/run leaks} has the long run.
     */
    private void leaveNothing(FlinkHome home, LoopbackCluster cluster) throws Exception {
        try (Leftovers leftovers = Leftovers.open(home, cluster, directory.resolve("leftovers"))) {
            for (Path jar : List.of(home.jobJar(), home.thinJobJar())) {
                leftovers.run(jar, 1);
                leftovers.run(jar, 0);
            }
            leftovers.awaitNothing().forEach(BothLibrariesITCase::print);
        }
    }

    private static void print(String process, Vitals held) {
        System.out.println(process + ": " + held.line());
    }

    /** What the operator's page says: run, stop with a savepoint, go on from there, drain. */
    private static void operateByCommandLine(LoopbackCluster cluster, Path jar) throws Exception {
        TrialSettings settings =
                TrialSettings.of(Durability.LOG).options(Backend.ROCKSDB.options());
        Trial typed = cluster.trial("typed", jar, settings);
        typed.operateBy(cluster.commandLine());
        typed.begin();
        typed.awaitSteady();

        typed.resume(typed.suspend(), settings.parallelism(1));
        typed.awaitSteady();
        assertThat(cluster.rest().vertices(typed.job()))
                .allSatisfy(vertex -> assertThat(vertex.parallelism()).isEqualTo(1));
        checkHolds(typed.finish());
    }

    private static void checkHolds(Verdict verdict) {
        assertThat(verdict.firstViolations()).isEmpty();
        assertThat(verdict.committed()).isPositive();
        assertThat(verdict.aborted()).isPositive();
    }
}
