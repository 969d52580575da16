/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.Instances;
import io.tspoon.flink.operator.YieldingFactory;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.transport.Block;

import org.apache.flink.annotation.Internal;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/**
 * Creates the open operator, whose plan is known only once the t-graph is closed, and logs the
 * settings on the machine of the first instance.
 */
@Internal
public final class OpenOperatorFactory<I> extends YieldingFactory<Block>
        implements OneInputStreamOperatorFactory<I, Block> {
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(OpenOperatorFactory.class);

    private @Nullable OpenPlan<I> plan;
    private String vertices = "";

    public void setPlan(OpenPlan<I> complete) {
        plan = complete;
    }

    /**
     * @param ids of all vertices that must be as parallel as this one; the job need not have all
     */
    public void setVertices(List<String> ids) {
        vertices = String.join(",", ids);
    }

    /** Null while the t-graph is not closed. */
    public @Nullable OpenPlan<I> plan() {
        return plan;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Flink's signature
    public <T extends StreamOperator<Block>> T createStreamOperator(
            StreamOperatorParameters<Block> parameters) {
        OpenPlan<I> complete = plan;
        if (complete == null) {
            throw new IllegalStateException(
                    "[TSP-2009] Cannot create open operator: t-graph is not closed");
        }
        if (Instances.isFirst(parameters)) {
            LOG.info(
                    "Settings of t-graph {}: {}", complete.settings().graph(), complete.settings());
            if (!complete.settings().regime().keepsEntryOrder()) {
                LOG.info(
                        "Elements of one key may take effect in another order than they come, as"
                                + " only PL4 keeps it, graph={}, isolation={}. If their order"
                                + " matters, open the t-graph with orderedBy(key)",
                        complete.settings().graph(),
                        complete.settings().isolation());
            }
        }
        return (T) new OpenOperator<>(complete, vertices, admission -> List.of(), parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
        return OpenOperator.class;
    }
}
