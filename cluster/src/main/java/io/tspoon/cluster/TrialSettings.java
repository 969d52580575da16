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
 * @param archive what version {@link Version#ARCHIVE} keeps
 * @param options Flink options of the job
 */
record TrialSettings(
        Version version,
        Durability durability,
        IsolationLevel isolation,
        ConcurrencyControl control,
        int parallelism,
        Archive archive,
        Map<String, String> options) {
    private static final int PARALLELISM = 2;

    /**
     * Documents of the newest transfers.
     *
     * @param documents how many of them
     * @param bytes size of each
     */
    record Archive(int documents, int bytes) {
        private static final int FEW = 250;

        /** Few enough that it is full after some seconds. */
        static Archive small(int bytes) {
            return new Archive(FEW, bytes);
        }
    }

    static TrialSettings of(Durability durability) {
        return new TrialSettings(
                Version.BALANCES,
                durability,
                IsolationLevel.PL3,
                ConcurrencyControl.TIMESTAMP_BASED,
                PARALLELISM,
                Archive.small(0),
                Map.of());
    }

    TrialSettings version(Version other) {
        return new TrialSettings(
                other, durability, isolation, control, parallelism, archive, options);
    }

    TrialSettings control(ConcurrencyControl other) {
        return new TrialSettings(
                version, durability, isolation, other, parallelism, archive, options);
    }

    TrialSettings parallelism(int other) {
        return new TrialSettings(version, durability, isolation, control, other, archive, options);
    }

    TrialSettings archive(Archive other) {
        return new TrialSettings(
                Version.ARCHIVE, durability, isolation, control, parallelism, other, options);
    }

    TrialSettings options(Map<String, String> others) {
        return new TrialSettings(
                version, durability, isolation, control, parallelism, archive, others);
    }
}
