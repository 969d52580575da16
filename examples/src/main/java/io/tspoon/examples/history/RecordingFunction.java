/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

import java.util.List;

/**
 * Passes results to the {@link Recorder}, exactly once even after failures. Runs with parallelism
 * 1.
 *
 * <p>A checkpoint contains the number of results before it. As results come one after the other,
 * that number is enough to go back to the checkpoint.
 */
final class RecordingFunction extends ProcessFunction<Completion, Void>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final String run;

    private transient Recorder recorder;
    private transient ListState<Integer> recorded;

    RecordingFunction(String run) {
        this.run = run;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        recorder = Recorder.of(run);
        recorded =
                context.getOperatorStateStore()
                        .getListState(new ListStateDescriptor<>("recorded", Types.INT));
        int size = 0;
        for (int count : recorded.get()) {
            size += count;
        }
        recorder.backTo(size);
    }

    @Override
    public void processElement(Completion completion, Context context, Collector<Void> out) {
        recorder.add(completion);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        recorded.update(List.of(recorder.size()));
    }
}
