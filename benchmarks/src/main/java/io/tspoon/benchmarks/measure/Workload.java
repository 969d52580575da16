/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table: configurations that are run side by side, each compared with its baseline.
 *
 * @param id name of the command
 * @param title one line for the help
 * @param ratio heading of the ratios: what the baseline is
 * @param configurations in the order of the table
 * @param ifAskedFor that are only run if named
 */
public record Workload(
        String id,
        String title,
        String ratio,
        List<Configuration> configurations,
        List<Configuration> ifAskedFor) {
    public Workload {
        configurations = List.copyOf(configurations);
        ifAskedFor = List.copyOf(ifAskedFor);
    }

    /** All of it is run. */
    public Workload(String id, String title, String ratio, List<Configuration> configurations) {
        this(id, title, ratio, configurations, List.of());
    }

    /** The letter that the id begins with: whose workload it is. */
    public String family() {
        return id.substring(0, 1);
    }

    /** The same workload with more configurations, in the end. */
    public Workload with(List<Configuration> more) {
        List<Configuration> all = Stream.concat(configurations.stream(), more.stream()).toList();
        return new Workload(id, title, ratio, all, ifAskedFor);
    }

    /** Whether a setting changes anything. */
    public boolean uses(Setting setting) {
        return configurations.stream().anyMatch(one -> !one.subject().unused().contains(setting));
    }

    /** The configuration of a name, also one that is only run if asked for; null if none. */
    public @Nullable Configuration named(String name) {
        return Stream.concat(configurations.stream(), ifAskedFor.stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
