/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * An update of a logged transaction.
 *
 * @param state index of the state in the header of the segment
 * @param key the key in the bytes of the state's key serializer
 * @param value the value in the bytes of the state's value serializer; null if the key was deleted
 */
@Internal
public record LoggedUpdate(int state, byte[] key, byte @Nullable [] value) {}
