/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.transaction.Durability;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The parallelism of a job changes under load, live and by savepoint. */
class RescaleITCase {
    private static final int DOCUMENT_BYTES = 1_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path directory;

    private static FlinkHome home;
    private static LoopbackCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        home = FlinkHome.find();
        cluster = LoopbackCluster.start(home, directory, List.of(), RescaleCommand.ADAPTIVE);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /** With incremental checkpoints. */
    @Test
    void nothingIsLostByRescalingOfRocksDb() throws Exception {
        rescale(Backend.ROCKSDB);
    }

    @Test
    void nothingIsLostByRescalingOfTheHeap() throws Exception {
        rescale(Backend.HEAP);
    }

    private static void rescale(Backend backend) throws Exception {
        TrialSettings settings =
                TrialSettings.of(Durability.CHECKPOINT)
                        .archive(DOCUMENT_BYTES)
                        .options(backend.options());
        Trial trial = cluster.trial("rescale-" + backend, home.jobJar(), settings);
        trial.begin();
        Rescaling rescaling = new Rescaling(cluster.rest(), trial);

        trial.awaitSteady();
        RescaleStep up = rescaling.live(4);
        trial.awaitSteady();
        RescaleStep down = rescaling.live(1);
        trial.awaitSteady();
        RescaleStep bySavepoint = rescaling.bySavepoint(2);
        List.of(up, down, bySavepoint)
                .forEach(step -> System.out.println(backend + " " + step.line()));

        assertThat(List.of(up.after(), down.after(), bySavepoint.after()))
                .isEqualTo(List.of(4, 1, 2));
        assertThat(trial.finish().firstViolations()).isEmpty();
    }

    /** An operator of the cluster may ask for anything. */
    @Test
    void operatorsOfUnequalParallelismFailTheJob() throws Exception {
        Trial trial =
                cluster.trial("apart", home.jobJar(), TrialSettings.of(Durability.CHECKPOINT));
        trial.begin();
        trial.awaitSteady();

        String refusal = new Refusals(cluster.rest(), trial).ofTearingApart();

        assertThat(refusal).contains("the operators of the t-graph differ in parallelism");
    }
}
