/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A jar to submit as a job.
 *
 * @param arguments arguments of the main method
 * @param options Flink options of this job
 * @param savepoint savepoint to start from; null to start without state
 * @param allowNonRestoredState whether to drop state for which the job has no operator
 */
public record JobSubmission(
        Path jar,
        String mainClass,
        List<String> arguments,
        int parallelism,
        Map<String, String> options,
        @Nullable String savepoint,
        boolean allowNonRestoredState) {}
