/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;

/**
 * A state that logged transactions write.
 *
 * @param name name of the state
 * @param key the serializer of its keys
 * @param value the serializer of its values
 */
@Internal
public record LoggedState(String name, LoggedSerializer key, LoggedSerializer value) {}
