/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * Names an instance in requests.
 *
 * @param state name of the state
 * @param index index of the instance
 * @param incarnation tells the instance from earlier ones at its place
 */
@Internal
public record InstanceName(String state, int index, long incarnation) {}
