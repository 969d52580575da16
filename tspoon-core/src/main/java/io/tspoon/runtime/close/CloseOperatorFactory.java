/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.transport.Block;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Creates the close operator. */
@Internal
public final class CloseOperatorFactory<T>
        extends AbstractStreamOperatorFactory<TransactionResult<T>>
        implements OneInputStreamOperatorFactory<Block, TransactionResult<T>> {
    private static final long serialVersionUID = 1L;

    private final ClosePlan<T> plan;

    public CloseOperatorFactory(ClosePlan<T> plan) {
        this.plan = plan;
    }

    public ClosePlan<T> plan() {
        return plan;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
    public <S extends StreamOperator<TransactionResult<T>>> S createStreamOperator(
            StreamOperatorParameters<TransactionResult<T>> parameters) {
        return (S) new CloseOperator<>(plan, parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return CloseOperator.class;
    }
}
