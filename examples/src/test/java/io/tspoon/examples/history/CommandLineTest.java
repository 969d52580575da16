/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommandLineTest {
    @Test
    void helpNamesTheOptions() {
        HistoryRun run = HistoryRun.with("--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("--out", "--workload", "--transactions", "--calls", "--fail-every");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--keys 5 | Cannot run history: Missing required option: '--out=FILE'",
                "--out x --kees 1 | Cannot run history: Unknown option",
                "--out x --keys two | Cannot run history: Invalid value for option '--keys'",
                "--out x --keys 0 | Cannot run history: the value is out of range, --keys=0",
                "--out x --transactions 0 | Cannot run history: the value is out of range",
                "--out x --states 3 | Cannot run history: the value is out of range, --states=3",
                "--out x --parallelism 0 | Cannot run history: the value is out of range",
                "--out x --isolation PL9 | Cannot run history: Invalid value for option",
                "--out x --workload queue | Cannot run history: Invalid value for option",
                "--out x --concurrency-control XB | Cannot run history: Invalid value for option",
                "--out x --fail-every 50 | Cannot run history: --fail-every needs checkpoints",
                "--out x --calls -1 | Cannot run history: the value is out of range, --calls=-1",
                "--out x --queries -1 | Cannot run history: the value is out of range,"
                        + " --queries=-1",
                "--out x --query-consistency stale | Cannot run history: Invalid value for option",
                "--out x --queries 9 --checkpoint-ms 50 --fail-every 50 | Cannot run history:"
                        + " --queries and --fail-every do not go together",
                "--out /no/such/directory/file | Cannot run history: the file cannot be written"
            })
    void wrongUseIsExplained(String options, String message) {
        HistoryRun run = HistoryRun.with(options.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith(message);
        assertThat(run.err()).contains("See --help.").doesNotContain("\tat");
    }
}
