/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.log;

import io.tspoon.MachineDefaults;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.ConcurrencyControl;

import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job that fails on one machine and goes on with its log on another. No checkpoint is complete:
 * what is lost of the log would be executed anew, with other timestamps.
 */
class OtherMachineITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    @TempDir Path log;

    private LoggedSums sums;

    @BeforeEach
    void openLog() {
        sums = new LoggedSums(UUID.randomUUID().toString(), log);
    }

    @AfterEach
    void cancel() throws Exception {
        sums.cancel();
    }

    @ParameterizedTest
    @CsvSource({
        "ar-EG, Asia/Kathmandu, en-US, America/St_Johns",
        "de-DE, Europe/Berlin, fa-IR, Asia/Tehran",
        "my-MM, Asia/Yangon, ar-EG, Pacific/Chatham"
    })
    void logIsRecoveredOnAnotherMachine(
            String locale, String zone, String otherLocale, String otherZone) throws Exception {
        JobClient job;
        try (MachineDefaults machine = MachineDefaults.set(locale, zone)) {
            job = startUntilSomeAreSeen();
            assertThat(segments()).allMatch(file -> name(file).matches("[0-9]{20}\\.log"));
        }
        failAndEnd(job, otherLocale, otherZone);
    }

    /** As earlier versions wrote them where the locale has other digits. */
    @ParameterizedTest
    @CsvSource({"ar-EG, ar-EG", "fa-IR, en-US"})
    void segmentsWithOtherDigitsAreRecovered(String locale, String otherLocale) throws Exception {
        JobClient job = startUntilSomeAreSeen();
        for (Path segment : segments()) {
            long number = Long.parseLong(name(segment).replace(".log", ""));
            String digits = String.format(Locale.forLanguageTag(locale), "%020d.log", number);
            Files.move(segment, segment.resolveSibling(digits));
        }
        failAndEnd(job, otherLocale, "Asia/Kathmandu");
    }

    private JobClient startUntilSomeAreSeen() throws Exception {
        JobClient job = sums.start(ConcurrencyControl.TIMESTAMP_BASED, LoggedSums.NEVER_MS);
        sums.awaitSeen(LoggedSums.EARLY, job);
        return job;
    }

    /** What was seen stays. */
    private void failAndEnd(JobClient job, String locale, String zone) throws Exception {
        try (MachineDefaults machine = MachineDefaults.set(locale, zone)) {
            sums.hooks().failJob();
            sums.end(job);
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.walk(log)) {
            List<Path> segments = files.filter(file -> name(file).endsWith(".log")).toList();
            assertThat(segments).isNotEmpty();
            return segments;
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
