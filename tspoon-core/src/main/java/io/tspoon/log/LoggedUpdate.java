/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;

/**
 * A write of a logged transaction.
 *
 * @param state index of the state in the header of the segment
 * @param key as the state's key serializer writes it
 * @param value as the state's value serializer writes it; null if the key was deleted
 */
public record LoggedUpdate(int state, byte[] key, byte @Nullable [] value) {}
