/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

/** One consumer of the elements of a stream inside a t-graph, within one Flink operator. */
interface Step<T> {
    void accept(T element) throws Exception;
}
