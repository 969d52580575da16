/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import org.apache.flink.annotation.Internal;

/**
 * What matters of one stateful operator to a regime.
 *
 * @param onlyReads whether no access writes
 * @param sharesKeys whether it has several states, whose values of a key are read and written
 *     together
 * @param sendsOn whether elements go from it to another stateful operator
 * @param isReached whether elements come to it from another stateful operator
 * @param exchanges whether it gives values to functions in the open operator, which write later
 */
@Internal
public record OperatorTraits(
        boolean onlyReads,
        boolean sharesKeys,
        boolean sendsOn,
        boolean isReached,
        boolean exchanges) {}
