/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Where the instances of the states of a job can be read: kept by operator coordinators in the
 * JobManager, told by the instances, asked by servers and gateways.
 */
@NullMarked
package io.tspoon.flink.directory;

import org.jspecify.annotations.NullMarked;
