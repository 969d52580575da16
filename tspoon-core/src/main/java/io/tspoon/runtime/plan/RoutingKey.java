/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;

/** Gives what says which instance has the value of a key in a state. */
@Internal
@FunctionalInterface
public interface RoutingKey extends Serializable {
    /** Keys are spread by themselves. */
    RoutingKey ITSELF = key -> key;

    /** The partition of a key, or the key itself; never null. */
    Object of(Object key);
}
