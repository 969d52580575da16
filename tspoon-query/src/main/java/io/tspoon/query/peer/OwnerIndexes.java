/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The owners of keys.
 *
 * @param indexes index of the owner of each key, in the order of the keys
 */
@Internal
public record OwnerIndexes(List<Integer> indexes) {}
