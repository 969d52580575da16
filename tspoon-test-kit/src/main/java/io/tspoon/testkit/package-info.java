/* SPDX-License-Identifier: Apache-2.0 */
/**
 * For tests of jobs with t-graphs. {@link io.tspoon.testkit.SerialRun} executes the t-graph that a
 * program builds, one transaction after the other and without Flink's runtime; {@link
 * io.tspoon.testkit.FakeValue}, {@link io.tspoon.testkit.FakeRoles} and {@link
 * io.tspoon.testkit.FakeContext} are for tests of a single function; {@link
 * io.tspoon.testkit.LocalJob} runs a whole job in this process.
 *
 * <p>Needs neither JUnit nor an assertion library: what is not as expected is an {@link
 * AssertionError}. Imported by tests only.
 */
@NullMarked
package io.tspoon.testkit;

import org.jspecify.annotations.NullMarked;
