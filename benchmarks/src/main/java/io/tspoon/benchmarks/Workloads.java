/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.apps.ApplicationWorkloads;
import io.tspoon.benchmarks.bank.BankWorkloads;
import io.tspoon.benchmarks.calls.CallWorkloads;
import io.tspoon.benchmarks.elastic.ElasticWorkloads;
import io.tspoon.benchmarks.measure.Workload;
import io.tspoon.benchmarks.postgres.Baselines;
import io.tspoon.benchmarks.queries.QueryWorkloads;
import io.tspoon.benchmarks.triggers.TriggerWorkloads;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** All workloads, in the order of the documentation. */
final class Workloads {
    private static final List<Workload> ALL = collect();

    private Workloads() {}

    private static List<Workload> collect() {
        List<Workload> all = new ArrayList<>();
        for (Workload one : BankWorkloads.all()) {
            if (one.id().equals("A10")) {
                all.addAll(QueryWorkloads.all());
            }
            all.add(one.id().equals("A1") ? one.with(Baselines.beside("plain-heap")) : one);
        }
        all.add(QueryWorkloads.indexes());
        all.add(BankWorkloads.batches());
        all.addAll(ApplicationWorkloads.all());
        all.addAll(ElasticWorkloads.all());
        all.addAll(CallWorkloads.all());
        all.add(ApplicationWorkloads.linearRoad());
        all.add(TriggerWorkloads.triggers());
        all.add(ApplicationWorkloads.windows());
        all.add(TriggerWorkloads.recovery());
        return all;
    }

    static List<Workload> all() {
        return ALL;
    }

    /** Those that a word of the command line means: an id, a family, or all. */
    static List<Workload> matching(List<Workload> workloads, String word) {
        return workloads.stream()
                .filter(
                        one ->
                                word.equals("all")
                                        || one.id().equalsIgnoreCase(word)
                                        || one.family().equalsIgnoreCase(word))
                .toList();
    }

    /** The workload of an id; null if there is none. */
    static @Nullable Workload named(String id) {
        return ALL.stream().filter(one -> one.id().equals(id)).findFirst().orElse(null);
    }
}
