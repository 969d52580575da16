/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Which instance of an operator is being created. */
@Internal
public final class Instances {
    private Instances() {}

    /**
     * Whether it is the first instance of its operator, which does what has to be done once for
     * all.
     */
    public static boolean isFirst(StreamOperatorParameters<?> parameters) {
        return parameters.getContainingTask().getIndexInSubtaskGroup() == 0;
    }
}
