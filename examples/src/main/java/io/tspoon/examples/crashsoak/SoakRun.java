/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.util.List;
import java.util.Map;

/**
 * What happened to a job that reached the end of its input.
 *
 * @param crashes number of planned crashes of each kind
 * @param recoveries how often the job restarted
 * @param unplanned descriptions of failures that were not planned
 */
record SoakRun(Map<CrashKind, Integer> crashes, int recoveries, List<String> unplanned) {}
