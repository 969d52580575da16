/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Values of some keys of one instance.
 *
 * @param values in the order of the keys, null for a key that has none; never change them
 * @param newest highest timestamp among them; 0 if they are older than the job's memory of them
 * @param <V> value type
 */
public record Values<V>(List<@Nullable V> values, long newest) {}
