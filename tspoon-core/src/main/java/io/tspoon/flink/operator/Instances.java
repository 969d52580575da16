/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Which instance of an operator is being made. */
public final class Instances {
    private Instances() {}

    /** Whether it is the first one of its operator: what concerns all is done there, once. */
    public static boolean isFirst(StreamOperatorParameters<?> parameters) {
        return parameters.getContainingTask().getIndexInSubtaskGroup() == 0;
    }
}
