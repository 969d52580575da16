/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.transport.Block;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Creates a stateful operator. */
@Internal
public class StateOperatorFactory<I, K, V, O> extends AbstractStreamOperatorFactory<Block>
        implements OneInputStreamOperatorFactory<Block, Block> {
    private static final long serialVersionUID = 1L;

    private final StateOperatorPlan<I, K, V, O> plan;

    public StateOperatorFactory(StateOperatorPlan<I, K, V, O> plan) {
        this.plan = plan;
    }

    public StateOperatorPlan<I, K, V, O> plan() {
        return plan;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
    public <T extends StreamOperator<Block>> T createStreamOperator(
            StreamOperatorParameters<Block> parameters) {
        return (T) new StateOperator<>(plan, Intakes::of, parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return StateOperator.class;
    }
}
