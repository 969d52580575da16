/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.bank.Configuration;
import io.tspoon.benchmarks.bank.Latency;
import io.tspoon.benchmarks.bank.Round;
import io.tspoon.benchmarks.bank.RoundSettings;
import io.tspoon.benchmarks.bank.Throughput;
import io.tspoon.benchmarks.harness.Machine;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The report of A1 for programs; README.md describes its fields. */
final class A1Json {
    private final ObjectMapper mapper =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final Comparison comparison;

    private A1Json(Comparison comparison) {
        this.comparison = comparison;
    }

    static void write(Path file, Comparison comparison, RoundSettings settings, boolean forked)
            throws IOException {
        A1Json report = new A1Json(comparison);
        report.mapper.writeValue(file.toFile(), report.root(settings, forked));
    }

    private ObjectNode root(RoundSettings settings, boolean forked) {
        ObjectNode root = mapper.createObjectNode();
        root.put("workload", "A1");
        root.set("machine", mapper.valueToTree(Machine.describe()));
        root.set("parameters", parameters(settings, forked));
        for (Configuration configuration : comparison.configurations()) {
            root.withArray("configurations").add(configuration(configuration));
        }
        return root;
    }

    private ObjectNode parameters(RoundSettings settings, boolean forked) {
        return mapper.createObjectNode()
                .put("rounds", settings.number())
                .put("seconds", settings.seconds())
                .put("warm_up_seconds", settings.warmUpSeconds())
                .put("parallelism", settings.parallelism())
                .put("accounts", settings.accounts())
                .put("isolation", "PL3")
                .put("object_reuse", true)
                .put("jvm_for_each_round", forked)
                .put("idle_per_second", RoundSettings.IDLE_PER_SECOND)
                .put("loaded_share_of_throughput", RoundSettings.LOADED_SHARE)
                .put("throughput_buffer_timeout_ms", RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS)
                .put("idle_buffer_timeout_ms", RoundSettings.IDLE_BUFFER_TIMEOUT_MS)
                .put("loaded_buffer_timeout_ms", RoundSettings.LOADED_BUFFER_TIMEOUT_MS)
                .put("verified_transfers", RoundSettings.VERIFIED_TRANSFERS)
                .put("verified_accounts", RoundSettings.VERIFIED_ACCOUNTS);
    }

    private ObjectNode configuration(Configuration one) {
        ObjectNode node = mapper.createObjectNode();
        node.put("name", one.name());
        node.put("state_backend", one.stateBackend());
        node.put("baseline", one.baseline());
        node.put("failure", comparison.failures().get(one.name()));
        node.put("verified", isVerified(one));
        put(node, one, "throughput_per_s", Throughput::perSecond);
        node.set(
                "ratio_to_plain_flink",
                mapper.valueToTree(comparison.ratio(one, Throughput::perSecond)));
        put(node, one, "throughput_per_cpu_s", Throughput::perCpuSecond);
        node.set(
                "ratio_to_plain_flink_per_cpu_s",
                mapper.valueToTree(comparison.ratio(one, Throughput::perCpuSecond)));
        put(node, one, "cpus_used", Throughput::cpus);
        put(node, one, "cpus_used_by_others", Throughput::cpusOfOthers);
        put(node, one, "retries_per_transfer", Throughput::retriesPerTransfer);
        put(node, one, "aborted_share", Throughput::abortedShare);
        put(node, one, "gc_share", Throughput::gcShare);
        put(node, one, "slowest_second", Throughput::slowestSlice);
        node.set("idle_latency_ms", latency(one, Round::idle));
        node.set("loaded_latency_ms", latency(one, Round::loaded));
        node.set("rounds", mapper.valueToTree(comparison.rounds(one)));
        return node;
    }

    private boolean isVerified(Configuration one) {
        return !comparison.rounds(one).isEmpty()
                && comparison.rounds(one).stream().allMatch(round -> round.verified() != null);
    }

    private void put(
            ObjectNode node, Configuration one, String name, ToDoubleFunction<Throughput> figure) {
        node.set(name, mapper.valueToTree(comparison.throughput(one, figure)));
    }

    private ObjectNode latency(Configuration one, Function<Round, @Nullable Latency> which) {
        ObjectNode node = mapper.createObjectNode();
        put(node, one, "offered_per_s", which, Latency::offeredPerSecond);
        put(node, one, "recorded_share", which, Latency::recordedShare);
        put(node, one, "p50", which, Latency::p50Ms);
        put(node, one, "p99", which, Latency::p99Ms);
        put(node, one, "p99_9", which, Latency::p999Ms);
        put(node, one, "max", which, Latency::maxMs);
        return node;
    }

    private void put(
            ObjectNode node,
            Configuration one,
            String name,
            Function<Round, @Nullable Latency> which,
            ToDoubleFunction<Latency> figure) {
        node.set(name, mapper.valueToTree(comparison.latency(one, which, figure)));
    }
}
