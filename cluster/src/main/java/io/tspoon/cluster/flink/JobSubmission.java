/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A jar that becomes a job.
 *
 * @param arguments of the main method
 * @param options of Flink, for this job
 * @param savepoint to begin from, or null to begin with nothing
 * @param allowNonRestoredState whether what the job has no operator for is dropped
 */
public record JobSubmission(
        Path jar,
        String mainClass,
        List<String> arguments,
        int parallelism,
        Map<String, String> options,
        @Nullable String savepoint,
        boolean allowNonRestoredState) {}
