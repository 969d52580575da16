/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.anomalies;

import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Patience;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Which anomalies happen at which level, forced one by one on the real operators: with all
 * transactions at one coordinator, and with each at another one. Gates hold up transactions in
 * front of the state under test and behind it, in states of their own. Chains cannot execute that,
 * so they have {@link ChainSchedules} of their own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AnomaliesITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private final AnomalyTable table = new AnomalyTable();

    static Stream<Arguments> guarantees() {
        List<Arguments> guarantees = new ArrayList<>();
        for (IsolationLevel level : IsolationLevel.values()) {
            for (ConcurrencyControl control : Combination.mechanismsForAnyShape()) {
                guarantees.add(Arguments.of(level, control));
            }
        }
        return guarantees.stream();
    }

    /** At PL4 the writes would keep the order in which they enter, torn or not. */
    static Stream<Arguments> guaranteesBelowEntryOrder() {
        return guarantees().filter(guarantee -> guarantee.get()[0] != IsolationLevel.PL4);
    }

    /** What must be seen: else the schedules would prove nothing about the other levels. */
    private static Set<Anomaly> expected(IsolationLevel level, ConcurrencyControl control) {
        if (level == IsolationLevel.PL4) {
            return EnumSet.noneOf(Anomaly.class);
        }
        if (level == IsolationLevel.PL3 || control == ConcurrencyControl.LOCK_BASED) {
            return EnumSet.of(Anomaly.OUT_OF_ORDER);
        }
        return EnumSet.of(
                Anomaly.OTV, Anomaly.P4, Anomaly.G_SINGLE, Anomaly.G2_ITEM, Anomaly.OUT_OF_ORDER);
    }

    @Order(1)
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("guarantees")
    void onlyWhatTheLevelAllowsHappens(IsolationLevel level, ConcurrencyControl control)
            throws Exception {
        Set<Anomaly> happened = EnumSet.noneOf(Anomaly.class);
        SoftAssertions softly = new SoftAssertions();
        run(
                level,
                control,
                stage -> {
                    for (boolean together : new boolean[] {false, true}) {
                        for (Schedule schedule : Schedule.all()) {
                            String name = schedule.name() + (together ? " together" : "");
                            Interleaving run =
                                    new Interleaving(
                                            stage, name, level == IsolationLevel.PL4, together);
                            boolean happens = schedule.play().happens(run);
                            if (happens) {
                                happened.add(schedule.anomaly());
                            }
                            softly.assertThat(happens && schedule.anomaly().isForbiddenAt(level))
                                    .as("%s, which %s forbids, happened", name, level)
                                    .isFalse();
                        }
                    }
                });
        softly.assertAll();
        table.observed(level, control, happened);
        assertThat(happened).isEqualTo(expected(level, control));
    }

    /** Their level is PL4 always, so what happens at the others is known. */
    @Order(1)
    @Test
    void nothingHappensInChains() throws Exception {
        Set<Anomaly> happened = EnumSet.noneOf(Anomaly.class);
        Stage opened = Stage.open("chains");
        run(
                opened,
                StagedGraph.startFlat(opened),
                stage -> {
                    for (boolean together : new boolean[] {false, true}) {
                        for (Schedule schedule : ChainSchedules.all()) {
                            String name = schedule.name() + (together ? " together" : "");
                            Interleaving run = new Interleaving(stage, name, true, together);
                            if (schedule.play().happens(run)) {
                                happened.add(schedule.anomaly());
                            }
                        }
                    }
                });
        table.observedInChains(happened);
        assertThat(happened).isEmpty();
    }

    /**
     * No level allows G0, so none of them shows that its schedule would find one. Writes that are
     * transactions of their own do.
     */
    @Order(3)
    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("guaranteesBelowEntryOrder")
    void scheduleFindsTheDirtyWritesOfTornTransactions(
            IsolationLevel level, ConcurrencyControl control) throws Exception {
        run(
                level,
                control,
                stage -> {
                    for (boolean together : new boolean[] {false, true}) {
                        String name = "G0 torn" + (together ? " together" : "");
                        Interleaving run = Interleaving.torn(stage, name, together);
                        assertThat(Schedule.of(Anomaly.G0).play().happens(run)).as(name).isTrue();
                    }
                });
    }

    /** What is done while a job runs. */
    @FunctionalInterface
    private interface Acts {
        void on(Stage stage) throws InterruptedException;
    }

    private static void run(IsolationLevel level, ConcurrencyControl control, Acts acts)
            throws Exception {
        Stage stage = Stage.open(level + " " + control);
        run(stage, StagedGraph.start(stage, level, control), acts);
    }

    private static void run(Stage stage, JobClient job, Acts acts) throws Exception {
        try {
            acts.on(stage);
        } catch (AssertionError | RuntimeException e) {
            Throwable failure = end(stage, job);
            if (failure != null) {
                e.addSuppressed(failure);
            }
            throw e;
        }
        assertThat(end(stage, job)).as("failure of the job").isNull();
    }

    /** Lets the job end; gives the reason if it fails. */
    private static Throwable end(Stage stage, JobClient job) throws Exception {
        stage.end();
        return job.getJobExecutionResult()
                .handle((result, failure) -> failure)
                .get(Patience.SECONDS, TimeUnit.SECONDS);
    }

    @Order(2)
    @Test
    void tableInTheDocumentationSaysWhatHappened() throws Exception {
        assumeThat(table.isComplete()).as("all levels with all mechanisms were tried").isTrue();
        table.check();
    }
}
