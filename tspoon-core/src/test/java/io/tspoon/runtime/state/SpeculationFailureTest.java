/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.Weight;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.FragmentKind;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A function that fails because of a value which is not committed, and may never be: the first of
 * two stateful operators, whose sum no committed transaction makes negative.
 */
class SpeculationFailureTest {
    private static final long LINK = 7;
    private static final int FIRST = 0;
    private static final int SECOND = 1;

    private final SentBlocks sent = new SentBlocks();
    private KeyedOneInputStreamOperatorTestHarness<Long, Block, Block> operator;

    private void open(ConcurrencyControl control) throws Exception {
        operator =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new StateOperatorFactory<>(plan(control)),
                        block -> 0L,
                        Types.LONG,
                        1,
                        1,
                        0);
        operator.setOutputCreator(any -> sent);
        operator.open();
    }

    @AfterEach
    void close() throws Exception {
        operator.close();
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void transactionThatFailsOnATentativeValueIsRepeated(ConcurrencyControl control)
            throws Exception {
        open(control);
        receive(fragment(FIRST, 5, -5));
        receive(fragment(SECOND, 9, 3));

        assertThat(votes(SECOND)).containsExactly(Vote.RETRY);
        Block decisions = header();
        decisions.appendDecision(FIRST, 5, Decision.ABORT.ordinal());
        decisions.appendDecision(SECOND, 9, Decision.RETRY.ordinal());
        receive(decisions);
        receive(fragment(SECOND + 1, 11, 3));
        assertThat(sent.takeToState(FirstOfTwo.NEXT_STATE, 0))
                .as("the first one, and the second when it is repeated")
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(ConcurrencyControl.class)
    void functionThatFailsOnACommittedValueFailsTheJob(ConcurrencyControl control)
            throws Exception {
        open(control);
        receive(fragment(FIRST, 5, -5));
        Block decisions = header();
        decisions.appendDecision(FIRST, 5, Decision.COMMIT.ordinal());
        receive(decisions);

        assertThatThrownBy(() -> receive(fragment(SECOND, 9, 3)))
                .hasStackTraceContaining("the sum is negative");
    }

    private List<Vote> votes(int slot) {
        return sent.takeToClose(0).stream()
                .flatMap(
                        block ->
                                IntStream.range(0, block.size())
                                        .filter(row -> block.slot(row) == slot)
                                        .mapToObj(row -> FragmentKind.vote(block.kind(row))))
                .toList();
    }

    private void receive(Block block) throws Exception {
        operator.processElement(new StreamRecord<>(SentBlocks.received(block)));
    }

    private static Block header() {
        Block block = new Block(0);
        block.fromOpen(0, LINK, 1, AdmissionWindow.NO_PRIORITY, 0);
        return block;
    }

    private static Block fragment(int slot, long timestamp, long amount) throws Exception {
        Block block = header();
        int row = block.append(slot, timestamp, 0);
        block.setWeight(row, Weight.WHOLE);
        LongSerializer.INSTANCE.serialize(amount, block.payload());
        return block;
    }

    private static StateOperatorPlan<Long, Long, Long, Long> plan(ConcurrencyControl control) {
        return FirstOfTwo.plan(
                IsolationLevel.PL3,
                control,
                AccessMode.UPDATE,
                (amount, sum, transaction) -> {
                    if (sum.get() < 0) {
                        throw new IllegalStateException("the sum is negative");
                    }
                    sum.set(sum.get() + amount);
                    transaction.emit(amount);
                });
    }
}
