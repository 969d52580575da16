/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

/** Maps keys to the instances of a stateful operator that own them. */
public interface Owners {
    /** The index of the instance that owns the key. */
    int ownerOf(Object key);
}
