/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * The vertex of Flink's job graph that an operator belongs to, for messages.
 *
 * @param job hexadecimal id of the job
 * @param id hexadecimal id of the vertex
 * @param name names of the operators in it
 * @param parallelism number of its tasks
 */
@Internal
public record TaskVertex(String job, String id, String name, int parallelism) {
    public static TaskVertex of(AbstractStreamOperator<?> operator) {
        Environment environment = operator.getContainingTask().getEnvironment();
        return new TaskVertex(
                environment.getJobID().toHexString(),
                environment.getJobVertexId().toHexString(),
                environment.getTaskInfo().getTaskName(),
                environment.getTaskInfo().getNumberOfParallelSubtasks());
    }
}
