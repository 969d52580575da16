/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;

/**
 * What the function gets that is called in a partition when a timer is due.
 *
 * @param key whose timer it is
 * @param payload of the timer
 */
@Internal
public record FiredTimer(Object key, Object payload) {}
