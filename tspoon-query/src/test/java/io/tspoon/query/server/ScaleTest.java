/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.FakeFlink;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The command that changes the parallelism of a t-graph, beside a JobManager. */
class ScaleTest {
    private static final String MARK = " [t-graph bank, slots bank]";
    private static final String TWIN = "0123456789abcdef0123456789abcdef";
    private static final int WRONG_USE = 2;

    private final List<String> lines = new ArrayList<>();
    private FakeFlink flink;

    @BeforeEach
    void start() throws Exception {
        flink =
                FakeFlink.start()
                        .vertex("open", "bank: open" + MARK, 128)
                        .vertex("state", "bank: balance" + MARK, 128)
                        .vertex("close", "bank: close" + MARK, 64);
    }

    @AfterEach
    void stop() {
        flink.close();
    }

    /** The exit code of the command; what it prints is in {@link #lines}. */
    private int run(String... words) throws Exception {
        lines.clear();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            return Scale.run(out, words);
        } finally {
            bytes.toString(StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
    }

    private int scale(String job, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of(flink.address().toString(), job, "bank"));
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    @Test
    void changesAndTells() throws Exception {
        assertThat(scale("bank", "4")).isZero();
        assertThat(lines).last().isEqualTo("DONE parallelism=4 restarts=1");
        assertThat(flink.changes()).hasSize(1);

        assertThat(scale("bank")).isZero();
        assertThat(lines).hasSize(3).first().asString().contains("parallelism=4 upperBound=4");

        assertThat(scale("bank", "65")).isEqualTo(1);
        assertThat(lines).last().asString().startsWith("[TSP-4173]");
    }

    @Test
    void isPatientOnlyIfAsked() throws Exception {
        flink.freeSlots(0).keptSlots(2);
        assertThat(scale("bank", "5")).isEqualTo(1);
        assertThat(lines).last().asString().startsWith("[TSP-4177]");
        assertThat(scale("bank", "4", "when-slots-come")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "many",
                "5 dry-run",
                "5 when-slots-come more",
                "5 --rest.address",
                "5 --token secret",
                "5 --options /no/such/file"
            })
    void wrongUseShowsTheUsage(String more) throws Exception {
        assertThat(scale("bank", more.split(" "))).isEqualTo(WRONG_USE);
        assertThat(lines).first().asString().startsWith("Usage:");
        assertThat(flink.changes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://somewhere", "nowhere at all", "http://user@somewhere"})
    void wrongAddressesShowTheUsage(String address) throws Exception {
        assertThat(run(address, "bank", "bank", "4")).isEqualTo(WRONG_USE);
        assertThat(lines).first().asString().startsWith("Usage:");
    }

    /** Such as the old and the new version of a job. */
    @Test
    void jobsOfOneNameAreToldApart() throws Exception {
        flink.twin(TWIN);

        assertThat(scale("bank", "4")).isEqualTo(1);

        assertThat(lines).last().asString().startsWith("[TSP-4184]").contains(FakeFlink.JOB, TWIN);
        assertThat(flink.changes()).isEmpty();
        assertThat(scale(FakeFlink.JOB, "4")).isZero();
    }

    @Test
    void aJobThatIsNotThereIsMissed() throws Exception {
        assertThat(scale("bnak", "4")).isEqualTo(1);
        assertThat(lines).last().asString().startsWith("[TSP-4183]").contains("bank");
    }

    /** As if the address is that of another service. */
    @Test
    void thatJobsAreNotListedIsNotTakenForAJobThatIsMissing() throws Exception {
        assertThat(run(flink.address() + "/elsewhere", "bank", "bank", "4")).isEqualTo(1);
        assertThat(lines).last().asString().startsWith("[TSP-4180]");
    }

    @Test
    void withoutJobManagerItSaysSo() throws Exception {
        flink.electing(true);
        assertThat(scale("bank", "4")).isEqualTo(1);
        assertThat(lines).last().asString().startsWith("[TSP-4180]");
    }
}
