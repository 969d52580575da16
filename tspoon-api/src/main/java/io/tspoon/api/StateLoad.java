/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What a program loads into a state.
 *
 * @param state the state
 * @param stream the elements, each of which is loaded as the value of a key
 * @param keys gives the key of an element
 * @param values gives its value
 */
record StateLoad<T, K, V>(
        StateSpec<K, V> state,
        DataStream<T> stream,
        KeySelector<T, K> keys,
        MapFunction<T, V> values) {}
