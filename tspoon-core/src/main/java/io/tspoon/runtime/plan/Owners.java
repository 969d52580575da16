/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

/** Maps keys to the instances of a stateful operator that own them. */
@Internal
public interface Owners {
    /** The index of the instance that owns the key. */
    int ownerOf(Object key);
}
