/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

class PageTest {
    private static final String REPORT =
            """
            {"workload": "A1", "title": "Transfers", "ratio": "x plain",
             "machine": {"cores": 2, "flink": "2.3", "database": "PostgreSQL 15.18"},
             "parameters": {"rounds": 1},
             "configurations": [
               {"name": "plain</script>", "baseline": "plain",
                "throughput_per_s": {"median": 1000, "min": 900, "max": 1100},
                "ratio_to_plain_flink": {"median": 1, "min": 1, "max": 1},
                "throughput_per_cpu_s": {"median": 625000},
                "cpu_ns_per_transfer":
                  {"count": {"median": 1300.4}, "source": {"median": 200}, "x": {"median": 15}}},
               {"name": "logged",
                "log": {"flushes_per_s": {"median": 1414}, "bytes_per_s": {"median": 79000000},
                  "transfers_per_flush": {"median": 975}, "sync_ms": {"median": 0.14},
                  "idle_p50_beyond_sync_ms": {"median": 0.55, "min": 0.5, "max": 0.6}}},
               {"name": "gone", "skipped": "not installed", "failure": null,
                "throughput_per_s": null},
               {"name": "wrong", "failure": "Cannot trust wrong"}]}
            """;

    private static final String MEASURED =
            """
            {"workload": "A1", "ratio": "x plain", "parameters": {"rounds": 3},
             "configurations": [
               {"name": "a", "throughput_per_s": {"median": 1000},
                "cpus_used_by_others": {"median": 0.01, "min": 0, "max": 0.05},
                "idle_latency_ms": {"p50": {"median": 0.2, "min": 0.1, "max": 0.3},
                  "recorded_share": {"median": 1, "min": 1, "max": 1}},
                "loaded_latency_ms": {"p99": {"median": 7, "min": 6, "max": 9},
                  "offered_per_s": {"median": 500},
                  "recorded_share": {"median": 1, "min": 1, "max": 1}}},
               {"name": "b", "throughput_per_s": {"median": 900},
                "cpus_used_by_others": {"median": 0.02, "min": 0, "max": 0.42},
                "loaded_latency_ms": {"p99": {"median": 8, "min": 8, "max": 8},
                  "recorded_share": {"median": 0.999, "min": 0.975, "max": 1}}}]}
            """;

    @Test
    void databaseIsSaidWhereThereIsOne() throws Exception {
        assertThat(page().markdown()).contains(", Flink 2.3, PostgreSQL 15.18, commit ");
        assertThat(page(MEASURED).markdown()).contains(", Flink , commit ");
    }

    @Test
    void pageNeedsNoNetwork() throws Exception {
        String html = page().html();

        assertThat(html).contains("Chart.js").doesNotContain("src=").doesNotContain("<link");
        assertThat(html).doesNotContain("@LIBRARY@", "@PLOTS@", "@BODY@");
    }

    @Test
    void figuresAndPaperAreBesideEachOther() throws Exception {
        String html = page().html();

        assertThat(html).contains("1,000", "900", "1,100");
        assertThat(html).contains("TSpoon, Table 1; on 50 vCPU", "59609");
    }

    @Test
    void figureWithoutNumbersIsSaidInPlaceOfItsPlot() throws Exception {
        String sentence = "No numbers of that figure are known.";

        assertThat(page(MEASURED.replace("A1", "A8")).markdown())
                .contains("To set beside: TSpoon, Fig. 13", "- " + sentence)
                .doesNotContain("Paper: ");
        assertThat(page().markdown()).contains("Paper: ").doesNotContain(sentence);
    }

    @Test
    void manyBarsAreInSeveralPlotsOfOneScale() throws Exception {
        String markdown = page(numbered(13)).markdown();

        for (String title : List.of("Unloaded latency, p50", "Loaded latency, p99")) {
            assertThat(markdown)
                    .contains(plot(title + ", 1 of 2", "ms", 1, 6, 13))
                    .contains(plot(title + ", 2 of 2", "ms", 7, 13, 13));
        }
        assertThat(markdown)
                .contains(plot("Throughput, 1 of 2", "elements/s", 1, 6, 13))
                .contains(plot("Throughput, 2 of 2", "elements/s", 7, 13, 13));
        assertThat(page(numbered(12)).markdown())
                .contains(plot("Throughput", "elements/s", 1, 12, 12))
                .doesNotContain("1 of ");
        assertThat(page(numbered(25)).markdown())
                .contains(plot("Throughput, 1 of 3", "elements/s", 1, 8, 25))
                .contains(plot("Throughput, 2 of 3", "elements/s", 9, 16, 25))
                .contains(plot("Throughput, 3 of 3", "elements/s", 17, 25, 25));
    }

    /** So many configurations, whose figures all are their number. */
    private static String numbered(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(
                        i ->
                                """
                                {"name": "c%1$d", "throughput_per_s": {"median": %1$d},
                                 "idle_latency_ms": {"p50": {"median": %1$d}},
                                 "loaded_latency_ms": {"p99": {"median": %1$d}}}
                                """
                                        .formatted(i))
                .collect(Collectors.joining(",", "{\"configurations\": [", "]}"));
    }

    private static String plot(String title, String unit, int first, int last, int scale) {
        List<Integer> numbers = IntStream.rangeClosed(first, last).boxed().toList();
        return """
            title "%s"
            x-axis [%s]
            y-axis "%s" 0 --> %d.000
            bar [%s]
        """
                .formatted(
                        title, joined("\"c%d\"", numbers), unit, scale, joined("%d.000", numbers));
    }

    private static String joined(String format, List<Integer> numbers) {
        return numbers.stream().map(format::formatted).collect(Collectors.joining(", "));
    }

    @Test
    void processorTimeIsSaidByThreads() throws Exception {
        assertThat(page().markdown()).contains("| 1,600 | count 1,300; source 200 |");
    }

    @Test
    void logIsSaidWhereThereIsOne() throws Exception {
        assertThat(page().markdown())
                .contains("| log | flushes/s | MB/s | elements/flush | one sync, ms |")
                .contains("| logged | 1,414 | 79.0 | 975 | 0.140 | 0.550 | 0.500 | 0.600 |");
        assertThat(new Page(List.of()).markdown()).doesNotContain("flushes/s");
    }

    @Test
    void logInMemoryIsToBeTakenWithCare() throws Exception {
        String onTmpfs = REPORT.replace("\"log\": {", "\"log\": {\"file_system\": \"tmpfs\", ");

        assertThat(page(onTmpfs).markdown())
                .contains("| logged | tmpfs | 1,414 |")
                .contains("- The log is in memory, where a sync is free;", "on a disk: logged.");
        assertThat(page(onTmpfs.replace("tmpfs", "ext4")).markdown())
                .contains("| logged | ext4 | 1,414 |")
                .doesNotContain("The log is in memory");
    }

    @Test
    void recoveryIsSaidByWhatWasInTheLog() throws Exception {
        String report =
                """
                {"workload": "A11", "configurations": [
                  {"name": "a", "recovery": {"transactions": 60000, "accounts": 1000000,
                    "log_bytes": {"median": 3200000}, "first_new_ms": {"median": 650},
                    "ms": {"median": 1400, "min": 380, "max": 2500}}},
                  {"name": "b", "failure": "Cannot trust b", "recovery": null}]}
                """;

        assertThat(page(report).markdown())
                .contains("| recovery | in log | MB | accounts | ms | min | max | first new, ms |")
                .contains("| a | 60,000 | 3.2 | 1,000,000 | 1,400 | 380 | 2,500 | 650 |")
                .contains("| b | - | - | - | - | - | - | - |");
    }

    @Test
    void plainTextHasTablesThenNotesThenFiguresOfThePaper() throws Exception {
        StringWriter text = new StringWriter();

        page().print(new PrintWriter(text));

        assertThat(text.toString().lines())
                .containsSubsequence(
                        "A1. Transfers",
                        "throughput      per second  min    max  x plain   min   max"
                                + "  per CPU second",
                        "plain</script>       1,000  900  1,100     1.00  1.00  1.00"
                                + "         625,000",
                        "Paper: TSpoon, Table 1; on 50 vCPU, elements/s: Flink: 59,609; TSpoon:"
                                + " 8,580; VoltDB: 344",
                        "Skipped: gone. not installed",
                        "FAILED: wrong. Cannot trust wrong")
                .noneMatch(line -> line.contains("mermaid") || line.contains("source 200"));
    }

    @Test
    void textCannotEndTheScript() throws Exception {
        String html = page().html();

        assertThat(html).contains("plain&lt;/script&gt;").doesNotContain("plain</script>");
    }

    @Test
    void whatIsSkippedOrHasFailedIsSaid() throws Exception {
        String markdown = page().markdown();

        assertThat(markdown).contains("Skipped: gone. not installed");
        assertThat(markdown).contains("FAILED: wrong. Cannot trust wrong");
        assertThat(markdown).contains("```mermaid");
    }

    @Test
    void whatWasNotMeasuredTakesNoRoom() throws Exception {
        String markdown = page().markdown();

        assertThat(markdown).contains("per second").doesNotContain("sustained", "idle p50");
        assertThat(markdown).contains("1 round of ");
    }

    @Test
    void latenciesHaveLowestAndHighestRoundAndHowManyAreKnown() throws Exception {
        String markdown = page(MEASURED).markdown();

        assertThat(markdown)
                .contains(
                        "| idle p50 | min | max | recorded % | loaded at /s | p99 | min | max |"
                                + " recorded % |")
                .contains(
                        "| a | 0.200 | 0.100 | 0.300 | 100.0 | 500 | 7.000 | 6.000 | 9.000 | 100.0"
                                + " |");
    }

    @Test
    void figuresToTakeWithCareAreNamed() throws Exception {
        String markdown = page(MEASURED).markdown();

        assertThat(markdown)
                .contains("others' CPUs")
                .contains("Other processes used more than 0.1 processors")
                .contains("per CPU second: b (0.42).")
                .contains("Less than 99 % of the latencies")
                .contains("that aborted: b loaded (97.5 %).");
    }

    /** As they were written before there were those fields. */
    @Test
    void olderReportsSayNothingOfWhatTheyDoNotKnow() throws Exception {
        assertThat(page().markdown())
                .doesNotContain("others' CPUs", "recorded %", "Other processes", "Less than 99 %");
    }

    private static Page page() throws Exception {
        return page(REPORT);
    }

    private static Page page(String report) throws Exception {
        return new Page(List.of(new ObjectMapper().readTree(report)));
    }
}
