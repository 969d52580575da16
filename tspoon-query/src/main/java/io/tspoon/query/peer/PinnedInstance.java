/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * An instance and the snapshot of it that a pin protects.
 *
 * @param graph name of the t-graph
 * @param instance the instance
 * @param pin id of the pin
 * @param snapshot timestamp for which the pin is settled
 */
@Internal
public record PinnedInstance(String graph, InstanceName instance, long pin, long snapshot) {}
