/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Values of some keys of one instance.
 *
 * @param values in the order of the keys, null for a key that has none; must not be modified
 * @param newest highest timestamp of the values. The job forgets the timestamps of keys that are
 *     not in use. For such a key, a timestamp counts that its value is not newer than; 0 if nothing
 *     was applied since the job started
 * @param <V> value type
 */
@Internal
public record Values<V>(List<@Nullable V> values, long newest) {}
