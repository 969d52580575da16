/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.load;

import io.tspoon.runtime.plan.LoadPlan;
import io.tspoon.runtime.transport.Block;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Creates an operator that loads a state. */
@Internal
public final class LoadOperatorFactory<T> extends AbstractStreamOperatorFactory<Block>
        implements OneInputStreamOperatorFactory<T, Block> {
    private static final long serialVersionUID = 1L;

    private final LoadPlan<T, ?, ?> plan;

    public LoadOperatorFactory(LoadPlan<T, ?, ?> plan) {
        this.plan = plan;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
    public <O extends StreamOperator<Block>> O createStreamOperator(
            StreamOperatorParameters<Block> parameters) {
        return (O) new LoadOperator<>(plan, parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return LoadOperator.class;
    }
}
