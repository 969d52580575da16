/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Where the instances of a job's states can be read. Operator coordinators in the JobManager keep
 * this information; instances report it, servers and gateways request it.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.flink.directory;

import org.jspecify.annotations.NullMarked;
