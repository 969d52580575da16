/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.load;

import io.tspoon.runtime.plan.LoadPlan;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.LoaderToParticipant;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Sends the elements of a bounded stream as values to the instances of a stateful operator that own
 * their keys. At the end it tells all instances so.
 *
 * <p>As parallel as the stateful operator, so that it routes keys by the same key groups.
 *
 * @param <T> type of the elements
 */
final class LoadOperator<T, K, V> extends AbstractUdfStreamOperator<Block, MapFunction<T, V>>
        implements OneInputStreamOperator<T, Block>, BoundedOneInput {
    private static final long serialVersionUID = 1L;

    private final LoadPlan<T, K, V> plan;

    private transient Owners owners;
    private transient List<LoaderToParticipant> blocks;
    private transient StreamRecord<Block> sent;
    private transient long total;

    LoadOperator(LoadPlan<T, K, V> plan, StreamOperatorParameters<Block> parameters) {
        super(parameters, plan.values());
        this.plan = plan;
    }

    @Override
    public void open() throws Exception {
        super.open();
        RuntimeContext context = getRuntimeContext();
        TaskInfo task = context.getTaskInfo();
        owners = plan.router().owners(task);
        sent = new StreamRecord<>(null);
        blocks = new ArrayList<>();
        for (int instance = 0; instance < task.getNumberOfParallelSubtasks(); instance++) {
            LoaderToParticipant block = new LoaderToParticipant(instance);
            block.from(
                    plan.place(), task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks());
            blocks.add(block);
        }
    }

    /** Keys are those of the loaded state; this operator has no state. */
    @Override
    @SuppressWarnings("rawtypes")
    public void setKeyContextElement1(StreamRecord record) {}

    @Override
    public void processElement(StreamRecord<T> record) throws Exception {
        T element = record.getValue();
        K key = given("key", plan.keys().getKey(element), element);
        V value = given("value", userFunction.map(element), element);
        StatePlan.Check<V> constraint = plan.state().constraint();
        if (constraint != null && !constraint.test(value)) {
            throw new IllegalStateException(
                    "[TSP-2227] Cannot load state: a value violates its constraint"
                            + ", graph="
                            + plan.graph()
                            + ", state="
                            + plan.state().name()
                            + ", key="
                            + key
                            + ", value="
                            + value
                            + ", constraint="
                            + plan.state().constraintName()
                            + ". Correct what is loaded, or leave such elements out.");
        }
        LoaderToParticipant block = blocks.get(owners.ownerOf(plan.routing().of(key)));
        block.add(plan.keySerializer(), key, plan.state().valueSerializer(), value);
        total++;
        if (block.isFull()) {
            send(block);
        }
    }

    private <X> X given(String what, @Nullable X part, T element) {
        if (part == null) {
            throw new NullPointerException(
                    "[TSP-2226] Cannot load state: the "
                            + what
                            + " of an element is null"
                            + ", graph="
                            + plan.graph()
                            + ", state="
                            + plan.state().name()
                            + ", element="
                            + element
                            + ". Leave out elements that have none.");
        }
        return part;
    }

    private void send(LoaderToParticipant block) {
        output.collect(sent.replace(block));
        block.clear();
    }

    @Override
    public void endInput() {
        for (LoaderToParticipant block : blocks) {
            block.end(total);
            send(block);
        }
    }
}
