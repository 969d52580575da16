/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.Machine;
import io.tspoon.benchmarks.harness.Spread;
import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Elasticity;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Latency;
import io.tspoon.benchmarks.measure.LogUse;
import io.tspoon.benchmarks.measure.Reads;
import io.tspoon.benchmarks.measure.Recovery;
import io.tspoon.benchmarks.measure.Round;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Setting;
import io.tspoon.benchmarks.measure.Sustainable;
import io.tspoon.benchmarks.measure.Throughput;
import io.tspoon.benchmarks.measure.Workload;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The report for programs; README.md describes its fields. */
final class JsonReport {
    private final ObjectMapper mapper = new ObjectMapper();
    private final Workload workload;
    private final Comparison comparison;
    private final RoundSettings settings;
    private final boolean forked;

    JsonReport(Workload workload, Comparison comparison, RoundSettings settings, boolean forked) {
        this.workload = workload;
        this.comparison = comparison;
        this.settings = settings;
        this.forked = forked;
    }

    /** The whole report. */
    ObjectNode root() {
        ObjectNode root = mapper.createObjectNode();
        root.put("workload", workload.id());
        root.put("title", workload.title());
        root.put("ratio", workload.ratio());
        ObjectNode machine = mapper.valueToTree(Machine.describe());
        root.set("machine", machine.put("database", database()));
        root.set("parameters", parameters());
        for (Configuration configuration : comparison.configurations()) {
            root.withArray("configurations").add(configuration(configuration));
        }
        return root;
    }

    /** Which one has been measured; null if none has. */
    private @Nullable String database() {
        for (Configuration one : comparison.configurations()) {
            boolean measured = !comparison.rounds(one).isEmpty();
            String database = measured ? one.subject().database() : null;
            if (database != null) {
                return database;
            }
        }
        return null;
    }

    private ObjectNode parameters() {
        return mapper.createObjectNode()
                .put("rounds", settings.number())
                .put("seconds", used(Setting.SECONDS, settings.seconds()))
                .put("warm_up_seconds", used(Setting.WARM_UP, settings.warmUpSeconds()))
                .put("parallelism", parallelism())
                .put("accounts", settings.accounts())
                .put(
                        "storage_bytes_per_s",
                        used(Setting.STORAGE_RATE, (double) settings.storageRate()))
                .put("isolation", isolation())
                .put("object_reuse", true)
                .put("jvm_for_each_round", forked)
                .put("idle_per_second", RoundSettings.IDLE_PER_SECOND)
                .put("idle_per_second_beside_log", RoundSettings.LOGGED_IDLE_PER_SECOND)
                .put("loaded_share_of_throughput", RoundSettings.LOADED_SHARE)
                .put("throughput_buffer_timeout_ms", RoundSettings.THROUGHPUT_BUFFER_TIMEOUT_MS)
                .put("idle_buffer_timeout_ms", RoundSettings.IDLE_BUFFER_TIMEOUT_MS)
                .put("loaded_buffer_timeout_ms", RoundSettings.LOADED_BUFFER_TIMEOUT_MS)
                .put("verified_transfers", RoundSettings.VERIFIED_TRANSFERS)
                .put("verified_accounts", RoundSettings.VERIFIED_ACCOUNTS);
    }

    /** Nothing was measured or warmed up for so long where a workload does not go by that. */
    private double used(Setting setting, double seconds) {
        return workload.uses(setting) ? seconds : 0;
    }

    private int parallelism() {
        return workload.uses(Setting.PARALLELISM)
                ? settings.parallelism()
                : workload.configurations().get(0).parallelismOr(settings.parallelism());
    }

    /** The level of all configurations that have one; null if they differ. */
    private @Nullable String isolation() {
        Set<String> levels = new HashSet<>();
        for (Configuration one : workload.configurations()) {
            Guarantee guarantee = one.guarantee();
            if (guarantee != null) {
                levels.add(guarantee.level().name());
            }
        }
        return levels.size() == 1 ? levels.iterator().next() : null;
    }

    private ObjectNode configuration(Configuration one) {
        ObjectNode node = mapper.createObjectNode();
        node.put("name", one.name());
        node.put("state_backend", one.stateBackend());
        node.put("baseline", one.baseline());
        describe(node, one);
        node.put("failure", comparison.failures().get(one.name()));
        node.put("skipped", comparison.skipped().get(one.name()));
        node.put("verified", isVerified(one));
        put(node, one, "throughput_per_s", Throughput::perSecond);
        node.set(ratioField(), mapper.valueToTree(comparison.ratio(one, Throughput::perSecond)));
        put(node, one, "throughput_per_cpu_s", Throughput::perCpuSecond);
        node.set(
                ratioField() + "_per_cpu_s",
                mapper.valueToTree(comparison.ratio(one, Throughput::perCpuSecond)));
        put(node, one, "cpus_used", Throughput::cpus);
        put(node, one, "cpus_used_by_others", Throughput::cpusOfOthers);
        put(node, one, "retries_per_transfer", Throughput::retriesPerTransfer);
        put(node, one, "aborted_share", Throughput::abortedShare);
        put(node, one, "gc_share", Throughput::gcShare);
        boolean oneSpan = comparison.isOneSpan(one);
        if (oneSpan) {
            put(node, one, "bytes_per_transfer", Throughput::bytesPerTransfer);
        } else {
            node.putNull("bytes_per_transfer");
        }
        node.set("cpu_ns_per_transfer", oneSpan ? cpuByThreads(one) : null);
        put(node, one, "slowest_second", Throughput::slowestSlice);
        node.set("idle_latency_ms", latency(one, Round::idle));
        node.set("loaded_latency_ms", latency(one, Round::loaded));
        List<Sustainable> sustained = present(one, Round::sustainable);
        put(node, "sustainable_per_s", sustained, Sustainable::perSecond);
        put(node, "sustainable_limit_ms", sustained, Sustainable::limitMs);
        node.set("log", log(one));
        node.set("reads", reads(one));
        node.set("recovery", recovery(one));
        node.set("elasticity", elasticity(one));
        node.set("rounds", mapper.valueToTree(comparison.rounds(one)));
        return node;
    }

    /** What the ratio is to: plain Flink, or else the configuration that "baseline" names. */
    private String ratioField() {
        return workload.ratio().equals("x plain") ? "ratio_to_plain_flink" : "ratio_to_baseline";
    }

    private void describe(ObjectNode node, Configuration one) {
        node.put("logging", one.subject().logging().name());
        Guarantee guarantee = one.guarantee();
        node.put("isolation", guarantee == null ? null : guarantee.level().name());
        node.put("concurrency_control", guarantee == null ? null : guarantee.control().name());
        node.put("arrangement", one.subject().topology().arrangement().name());
        node.put("states", one.subject().topology().states());
        node.put("parallelism", one.parallelismOr(settings.parallelism()));
        node.put("processors", one.processors());
        node.put("accounts", one.accountsOr(settings.accounts()));
        node.put("busy_ms", one.subject().busyWork().ms());
        node.put("single_share", one.mix().singleShare());
        node.put("must_abort_share", one.mix().abortShare());
        node.put("balance", one.mix().balance());
    }

    private boolean isVerified(Configuration one) {
        return !comparison.rounds(one).isEmpty()
                && comparison.rounds(one).stream().allMatch(round -> round.verified() != null);
    }

    private ObjectNode cpuByThreads(Configuration one) {
        Set<String> names = new LinkedHashSet<>();
        for (Round round : comparison.rounds(one)) {
            names.addAll(round.throughput().cpuNsPerTransfer().keySet());
        }
        ObjectNode node = mapper.createObjectNode();
        for (String name : names) {
            put(node, one, name, it -> it.cpuNsPerTransfer().getOrDefault(name, 0.0));
        }
        return node;
    }

    /** Null without a log. */
    private @Nullable ObjectNode log(Configuration one) {
        List<LogUse> all = present(one, Round::log);
        if (all.isEmpty()) {
            return null;
        }
        ObjectNode node = mapper.createObjectNode();
        node.put("file_system", all.get(0).fileSystem());
        put(node, "flushes_per_s", all, LogUse::flushesPerSecond);
        put(node, "bytes_per_s", all, LogUse::bytesPerSecond);
        put(node, "transfers_per_flush", all, LogUse::transfersPerFlush);
        put(node, "sync_ms", all, LogUse::syncMs);
        List<Double> beyond = present(one, Round::idleBeyondSyncMs);
        put(node, "idle_p50_beyond_sync_ms", beyond, Double::doubleValue);
        return node;
    }

    /** Null if nobody reads beside what is measured. */
    private @Nullable ObjectNode reads(Configuration one) {
        List<Reads> all = present(one, Round::reads);
        if (all.isEmpty()) {
            return null;
        }
        ObjectNode node = mapper.createObjectNode();
        put(node, "per_s", all, Reads::perSecond);
        put(node, "p50_ms", all, Reads::p50Ms);
        put(node, "p99_ms", all, Reads::p99Ms);
        return node;
    }

    /** Null if it was not measured. */
    private @Nullable ObjectNode recovery(Configuration one) {
        List<Recovery> all = present(one, Round::recovery);
        if (all.isEmpty()) {
            return null;
        }
        ObjectNode node = mapper.createObjectNode();
        node.put("transactions", all.get(0).transactions());
        node.put("accounts", all.get(0).accounts());
        put(node, "log_bytes", all, Recovery::logBytes);
        put(node, "ms", all, Recovery::recoveryMs);
        put(node, "first_new_ms", all, Recovery::firstNewMs);
        put(node, "transactions_per_s", all, Recovery::perSecond);
        return node;
    }

    /** Null if it was not measured. */
    private @Nullable ObjectNode elasticity(Configuration one) {
        List<Elasticity> all = present(one, Round::elasticity);
        if (all.isEmpty()) {
            return null;
        }
        ObjectNode node = mapper.createObjectNode();
        node.put("offered_per_s", all.get(0).offeredPerSecond());
        put(node, "state_bytes", all, Elasticity::stateBytes);
        for (int i = 0; i < all.get(0).changes().size(); i++) {
            int index = i;
            ObjectNode change = mapper.createObjectNode();
            change.put("name", all.get(0).changes().get(index).name());
            put(change, "silent_ms", all, it -> it.changes().get(index).silentMs());
            put(change, "full_rate_ms", all, it -> it.changes().get(index).fullRateMs());
            ObjectNode phases = change.putObject("phases");
            for (String phase : all.get(0).changes().get(index).phases().keySet()) {
                put(
                        phases,
                        phase,
                        all,
                        it -> it.changes().get(index).phases().getOrDefault(phase, 0.0));
            }
            node.withArray("changes").add(change);
        }
        return node;
    }

    private <T> List<T> present(Configuration one, Function<Round, @Nullable T> part) {
        return comparison.rounds(one).stream().map(part).filter(Objects::nonNull).toList();
    }

    private <T> void put(ObjectNode node, String name, List<T> all, ToDoubleFunction<T> figure) {
        List<Double> values = all.stream().map(figure::applyAsDouble).toList();
        node.set(name, values.isEmpty() ? null : mapper.valueToTree(Spread.of(values)));
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
