/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table: configurations that are run side by side, each compared with its baseline.
 *
 * @param id name of the command
 * @param title one line for the help
 * @param ratio heading of the ratios: what the baseline is
 * @param paper what TSpoon's authors measured; empty if there is nothing to set beside
 * @param configurations in the order of the table
 */
public record Workload(
        String id, String title, String ratio, String paper, List<Configuration> configurations) {
    public Workload {
        configurations = List.copyOf(configurations);
    }

    /** The configuration of a name, also one that is only run if asked for; null if none. */
    public @Nullable Configuration named(String name) {
        return Stream.concat(configurations.stream(), Workloads.ifAskedFor().stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
