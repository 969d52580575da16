/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

/** The instances of a stateful operator as owners of keys. */
public interface Owners {
    /** The index of the instance that owns the key. */
    int ownerOf(Object key);
}
