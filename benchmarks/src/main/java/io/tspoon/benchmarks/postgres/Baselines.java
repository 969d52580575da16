/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.postgres;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Subject;

import java.util.List;

/** What people use instead: a database, alone or below Flink. */
public final class Baselines {
    private static final int BATCH = 100;

    private Baselines() {}

    /**
     * All of them.
     *
     * @param baseline name of the configuration that they are compared with, in turn
     */
    public static List<Configuration> beside(String baseline) {
        return List.of(
                of("postgres-locks", new PostgresAlone(Locking.ROWS, true), baseline),
                of("postgres-locks-async", new PostgresAlone(Locking.ROWS, false), baseline),
                of(
                        "postgres-serializable",
                        new PostgresAlone(Locking.SERIALIZABLE, true),
                        baseline),
                of(
                        "postgres-serializable-async",
                        new PostgresAlone(Locking.SERIALIZABLE, false),
                        baseline),
                of("flink-postgres", new FlinkWithPostgres(1, true), baseline),
                of("flink-postgres-batch", new FlinkWithPostgres(BATCH, true), baseline),
                of("flink-postgres-batch-async", new FlinkWithPostgres(BATCH, false), baseline));
    }

    /**
     * PostgreSQL as called by others.
     *
     * @param baseline name of the configuration that it is compared with
     * @param clients connections that call at once
     * @param loadedPerSecond load under which the second latency is measured
     */
    public static Configuration called(String baseline, int clients, double loadedPerSecond) {
        return of(
                "postgres-calls",
                new PostgresAlone(Locking.ROWS, true, clients, loadedPerSecond),
                baseline);
    }

    private static Configuration of(String name, Subject subject, String baseline) {
        return new Configuration(name, subject, "hashmap", baseline, 0, Mix.TRANSFERS);
    }
}
