/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

/**
 * How much a key group is accessed.
 *
 * @param group index of the key group
 * @param accessesPerS accesses in a second, by a sample of the last one to two minutes
 */
@Internal
public record KeyGroupLoad(int group, double accessesPerS) {}
