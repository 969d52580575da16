/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keeps every element in its checkpointed state and hands all over at the end of the input: what a
 * sink with exactly-once guarantees would have seen, whatever failed in between.
 */
public final class ExactlyOnceSink<T> extends AbstractStreamOperator<T>
        implements OneInputStreamOperator<T, T>, BoundedOneInput {
    private static final long serialVersionUID = 1L;
    private static final ConcurrentMap<String, List<?>> RECEIVED = new ConcurrentHashMap<>();

    private final String name;
    private final TypeInformation<T> type;
    private transient ListState<T> received;

    private ExactlyOnceSink(String name, TypeInformation<T> type) {
        this.name = name;
        this.type = type;
    }

    /** Ends the stream in a sink; the name must be unique to the test. */
    public static <T> void collect(DataStream<T> stream, String name) {
        stream.transform(
                        "collect " + name,
                        stream.getType(),
                        new ExactlyOnceSink<>(name, stream.getType()))
                .setParallelism(1)
                .uid("collect-" + name);
    }

    /** What the sink has received until the end of its input. */
    @SuppressWarnings("unchecked")
    public static <T> List<T> received(String name) {
        return (List<T>) RECEIVED.getOrDefault(name, List.of());
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        received =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("received", type));
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        received.add(element.getValue());
    }

    @Override
    public void endInput() throws Exception {
        List<T> all = new ArrayList<>();
        received.get().forEach(all::add);
        RECEIVED.put(name, all);
    }
}
