/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.job.Version;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import java.util.Map;

/**
 * How a run of a trial's job is set up; a later run may have other settings.
 *
 * @param documentBytes size of each document of version {@link Version#ARCHIVE}
 * @param options Flink options of the job
 */
record TrialSettings(
        Version version,
        Durability durability,
        IsolationLevel isolation,
        ConcurrencyControl control,
        int parallelism,
        int documentBytes,
        Map<String, String> options) {
    private static final int PARALLELISM = 2;

    static TrialSettings of(Durability durability) {
        return new TrialSettings(
                Version.BALANCES,
                durability,
                IsolationLevel.PL3,
                ConcurrencyControl.TIMESTAMP_BASED,
                PARALLELISM,
                0,
                Map.of());
    }

    TrialSettings version(Version other) {
        return new TrialSettings(
                other, durability, isolation, control, parallelism, documentBytes, options);
    }

    TrialSettings control(ConcurrencyControl other) {
        return new TrialSettings(
                version, durability, isolation, other, parallelism, documentBytes, options);
    }

    TrialSettings parallelism(int other) {
        return new TrialSettings(
                version, durability, isolation, control, other, documentBytes, options);
    }

    TrialSettings archive(int bytes) {
        return new TrialSettings(
                Version.ARCHIVE, durability, isolation, control, parallelism, bytes, options);
    }

    TrialSettings options(Map<String, String> others) {
        return new TrialSettings(
                version, durability, isolation, control, parallelism, documentBytes, others);
    }
}
