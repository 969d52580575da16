/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.util.List;
import java.util.Map;

/**
 * What happened to a job that came to the end of its input.
 *
 * @param crashes as planned, how many of each kind
 * @param recoveries how often the job has begun again
 * @param unplanned failures that nobody asked for, in words
 */
record SoakRun(Map<CrashKind, Integer> crashes, int recoveries, List<String> unplanned) {}
