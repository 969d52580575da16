/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;

/**
 * Elements with their partitions, while a t-graph is built.
 *
 * @param node the elements
 * @param partitions gives the partition of an element
 * @param type type of the partitions
 */
record PartitionedElements<T, P>(
        StreamNode<T> node, KeySelector<T, P> partitions, TypeInformation<P> type) {}
