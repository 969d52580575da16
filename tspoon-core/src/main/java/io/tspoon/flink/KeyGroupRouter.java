/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.runtime.plan.KeyRouter;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Routes keys by Flink's key groups. */
enum KeyGroupRouter implements KeyRouter {
    INSTANCE;

    @Override
    public int instanceOf(Object key, int maxParallelism, int parallelism) {
        return KeyGroupRangeAssignment.assignKeyToParallelOperator(
                key, maxParallelism, parallelism);
    }
}
