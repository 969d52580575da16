/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import java.io.Serializable;

/** Says which instance of a stateful operator owns a key; the way Flink distributes keyed state. */
public interface KeyRouter extends Serializable {
    int instanceOf(Object key, int maxParallelism, int parallelism);
}
