/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobLayout;

import org.apache.flink.runtime.operators.coordination.OperatorEvent;

/** Sent by an instance of a state when it can be read. */
record InstanceReady(JobLayout.Instance instance) implements OperatorEvent {}
