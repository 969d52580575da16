/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The report for people, made of the reports for programs: tables and plots, beside the figures of
 * the papers.
 *
 * <p>Of what is measured it knows nothing but the JSON.
 */
@NullMarked
package io.tspoon.benchmarks.report;

import org.jspecify.annotations.NullMarked;
