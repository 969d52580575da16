/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.cli.JobVerdict;
import io.tspoon.examples.messages.KafkaRun;
import io.tspoon.examples.messages.TopicReader;
import io.tspoon.testing.EmbeddedFlink;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;

/** Votes from Kafka to Kafka, while tasks fail: every board is that of a serial count. */
@Timeout(300)
class LeaderboardKafkaITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final List<String> NAMES = List.of("Ada", "Bruno", "Chiara", "Dario", "Elsa");
    private static final long REMOVE_EVERY = 180;

    @TempDir Path savepoints;

    @ParameterizedTest
    @EnumSource
    void boardsAreThoseOfASerialCount(Program program) throws Exception {
        KafkaRun run = new KafkaRun("leaderboard-" + program.name().toLowerCase(Locale.ROOT));
        LeaderboardSettings settings =
                new LeaderboardSettings(run.settings(), program, NAMES, 1_000, REMOVE_EVERY);
        run.create(LeaderboardTopology.TOPICS);
        StreamExecutionEnvironment env = KafkaRun.environment();
        LeaderboardTopology topology = new LeaderboardTopology(env, settings);
        topology.build(topology.messages().map(run.faults()));

        try (TopicReader reader = run.reader(LeaderboardTopology.BOARDS)) {
            KafkaRun.Ended ended =
                    run.execute(
                            env,
                            LeaderboardTopology.VOTES,
                            settings.generator(),
                            reader,
                            List::size,
                            batch -> {},
                            savepoints);

            SerialCount serial = new SerialCount(NAMES, REMOVE_EVERY);
            serial.check(ended.messages(), reader.toEnd());

            StringWriter out = new StringWriter();
            LeaderboardReport report =
                    new LeaderboardReport(
                            new PrintWriter(out),
                            new PrintWriter(out),
                            settings.messages().quality());
            JobVerdict verdict = report.end(ended.counts(), 1);
            assertThat(verdict.isSound()).as(out + verdict.line()).isTrue();
            assertThat(ended.counts()).containsEntry(Recount.COUNTED, serial.counted());
        }
    }
}
