/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.MissingReceiver;

import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Sends each block to the instance that the block names. */
final class BlockPartitioner extends StreamPartitioner<Block> {
    private static final long serialVersionUID = 1L;

    BlockPartitioner() {
        disableUnalignedCheckpoints();
    }

    @Override
    public int selectChannel(SerializationDelegate<StreamRecord<Block>> record) {
        int target = record.getInstance().getValue().target();
        if (target >= numberOfChannels) {
            throw new MissingReceiver(
                    numberOfChannels,
                    "[TSP-2012] Cannot send block: the operators of the t-graph differ in"
                            + " parallelism, receiver="
                            + target
                            + ", receivers="
                            + numberOfChannels
                            + ". Give them all the same, and take them out of parallelism"
                            + " overrides.");
        }
        return target;
    }

    @Override
    public StreamPartitioner<Block> copy() {
        return new BlockPartitioner(); // each copy keeps the number of its receivers
    }

    @Override
    public SubtaskStateMapper getDownstreamSubtaskStateMapper() {
        return SubtaskStateMapper.FULL;
    }

    @Override
    public boolean isPointwise() {
        return false;
    }

    @Override
    public String toString() {
        return "TRANSACTION";
    }
}
