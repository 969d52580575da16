/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Collection;

/**
 * The values of all keys of one element, as a function sees them and changes them. A key that plays
 * several roles has one value.
 */
@Internal
public interface KeyedValues {
    /** The only key of a role. */
    Object onlyKey(NamedRole role);

    /** The keys of a role, each once, in the order in which the program has given them. */
    Collection<?> keys(NamedRole role);

    /** The value; the initial one of the state if the key has none; null without that. */
    @Nullable Object get(NamedRole role, Object key);

    /** Whether the key has a value. */
    boolean exists(NamedRole role, Object key);

    /** Writes a value; null deletes it. */
    void set(NamedRole role, Object key, @Nullable Object value);
}
