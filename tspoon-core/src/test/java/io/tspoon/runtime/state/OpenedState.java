/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.runtime.transport.SentFragment;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/** A stateful operator of {@link FirstOfTwo}, and what one coordinator sends to it. */
final class OpenedState implements AutoCloseable {
    private static final long LINK = 7;

    private final SentBlocks<ParticipantToParticipant, ParticipantToClose> sent =
            SentBlocks.ofParticipant();
    private final KeyedOneInputStreamOperatorTestHarness<Long, Block, Block> operator;

    OpenedState(StateOperatorPlan<Long, Long, Long, Long> plan) throws Exception {
        this(new StateOperatorFactory<>(plan));
    }

    OpenedState(StateOperatorFactory<Long, Long, ?, Long> factory) throws Exception {
        this(factory, null);
    }

    /**
     * @param snapshot what it restores; null if it begins anew
     */
    OpenedState(
            StateOperatorFactory<Long, Long, ?, Long> factory,
            @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        operator =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        factory, block -> 0L, Types.LONG, 1, 1, 0);
        operator.setOutputCreator(any -> sent);
        if (snapshot != null) {
            operator.initializeState(snapshot);
        }
        operator.open();
    }

    /** An element comes that is all of its attempt. */
    void receive(int slot, long timestamp, long element) throws Exception {
        CoordinatorToParticipant block = header();
        add(block, slot, timestamp, Weight.WHOLE, element);
        receive(block);
    }

    void decide(int slot, long timestamp, Decision decision) throws Exception {
        CoordinatorToParticipant block = header();
        block.decisions().append(slot, timestamp, decision.ordinal());
        receive(block);
    }

    /** What another operator has sent comes. */
    void receive(List<? extends Block> blocks) throws Exception {
        for (Block block : blocks) {
            operator.processElement(new StreamRecord<>(block));
        }
    }

    void receive(Block block) throws Exception {
        receive(List.of(SentBlocks.received(block)));
    }

    /** What an earlier run has logged for the key comes. */
    static Block logged(long timestamp, long value) throws IOException {
        CoordinatorToParticipant block = header();
        FragmentRows fragments = block.fragments();
        fragments.append(0, timestamp);
        fragments.payload().writeByte(0);
        LongSerializer.INSTANCE.serialize(0L, fragments.payload());
        LongSerializer.INSTANCE.serialize(value, fragments.payload());
        block.markReplay();
        return block;
    }

    OperatorSubtaskState snapshot() throws Exception {
        return operator.snapshot(1, 1);
    }

    /** Adds an element that is a share of its attempt. */
    static void add(Block block, int slot, long timestamp, long weight, long element)
            throws IOException {
        FragmentRows fragments = block.fragments();
        fragments.setWeight(fragments.append(slot, timestamp), weight);
        LongSerializer.INSTANCE.serialize(element, fragments.payload());
    }

    /** A block of the coordinator that holds nothing yet. */
    static CoordinatorToParticipant header() {
        CoordinatorToParticipant block = new CoordinatorToParticipant(0);
        block.from(0, LINK, 1, AdmissionWindow.NO_PRIORITY, 0);
        return block;
    }

    /** What was sent to the close operator since the last call. */
    List<ParticipantToClose> takeToClose() {
        return sent.takeToClose(0);
    }

    /** What was sent to the next operator since the last call. */
    List<ParticipantToParticipant> takeSentOn() {
        return sent.takeToState(FirstOfTwo.NEXT_STATE, 0);
    }

    /** The reports of an attempt since the last call, which forgets those of others. */
    List<SentFragment> takeReports(int slot) {
        return sent.takeToClose(0).stream()
                .flatMap(block -> SentFragment.of(block.fragments()).stream())
                .filter(fragment -> fragment.slot() == slot)
                .toList();
    }

    @Override
    public void close() throws Exception {
        operator.close();
    }
}
