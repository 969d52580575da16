/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobLayout;

import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationRequest;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationResponse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The request for the layout of a job, and the answer.
 *
 * <p>Flink's own class loader, which does not know the classes of a job, deserializes answers. So
 * an answer uses the only envelope for bytes that Flink has, the one of its collecting sink.
 */
final class LayoutMessages {
    private static final String VERSION = "2";

    private LayoutMessages() {}

    static CoordinationRequest request() {
        return new CollectCoordinationRequest(VERSION, 0);
    }

    static CoordinationResponse response(JobLayout layout) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(256);
            write(layout, out);
            DataOutputSerializer framed = new DataOutputSerializer(256);
            BytePrimitiveArraySerializer.INSTANCE.serialize(out.getCopyOfBuffer(), framed);
            return new CollectCoordinationResponse(VERSION, 0, List.of(framed.getCopyOfBuffer()));
        } catch (IOException e) {
            throw new IllegalStateException("[TSP-2311] Cannot write layout of job", e);
        }
    }

    static JobLayout layout(CoordinationResponse response) throws IOException {
        if (!(response instanceof CollectCoordinationResponse envelope)
                || !VERSION.equals(envelope.getVersion())) {
            throw new IOException(
                    "[TSP-2312] Cannot read layout of job: it is of another version, expected="
                            + VERSION
                            + ", response="
                            + response
                            + ". Use the version of tspoon that the job uses.");
        }
        byte[] bytes = envelope.getResults(BytePrimitiveArraySerializer.INSTANCE).get(0);
        return read(new DataInputDeserializer(bytes));
    }

    private static void write(JobLayout layout, DataOutputSerializer out) throws IOException {
        out.writeInt(layout.states().size());
        for (JobLayout.State state : layout.states()) {
            out.writeUTF(state.graph());
            out.writeUTF(state.state());
            out.writeInt(state.parallelism());
            out.writeInt(state.instances().size());
            for (JobLayout.Instance instance : state.instances()) {
                out.writeInt(instance.index());
                out.writeInt(instance.maxParallelism());
                out.writeLong(instance.incarnation());
                out.writeUTF(instance.address());
                out.writeUTF(instance.host());
            }
        }
    }

    private static JobLayout read(DataInputDeserializer in) throws IOException {
        List<JobLayout.State> states = new ArrayList<>();
        int stateCount = in.readInt();
        for (int i = 0; i < stateCount; i++) {
            String graph = in.readUTF();
            String state = in.readUTF();
            int parallelism = in.readInt();
            List<JobLayout.Instance> instances = new ArrayList<>();
            int count = in.readInt();
            for (int j = 0; j < count; j++) {
                instances.add(
                        new JobLayout.Instance(
                                in.readInt(),
                                in.readInt(),
                                in.readLong(),
                                in.readUTF(),
                                in.readUTF()));
            }
            states.add(new JobLayout.State(graph, state, parallelism, instances));
        }
        return new JobLayout(states);
    }
}
