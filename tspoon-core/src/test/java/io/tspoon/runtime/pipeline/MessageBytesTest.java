/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.shape.KeyValues;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.Greeting;
import io.tspoon.runtime.transport.LoaderToParticipant;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Properties;

import static org.assertj.core.api.Assertions.assertThat;

/** The bytes of each kind of block are those that all earlier runs of this version have sent. */
class MessageBytesTest {
    private static final LongSerializer LONGS = LongSerializer.INSTANCE;

    private final Outputs<CoordinatorToParticipant, CoordinatorToClose> ofCoordinator =
            Outputs.ofCoordinator(SentBlocks.ofCoordinator(), 2, new boolean[] {true});
    private final Outputs<ParticipantToParticipant, ParticipantToClose> ofParticipant =
            Outputs.ofParticipant(SentBlocks.ofParticipant(), 2, new boolean[] {true});
    private FragmentWriter writer = writer(ofParticipant);

    private static FragmentWriter writer(Outputs<?, ?> outputs) {
        return new FragmentWriter(
                outputs, new AbortCapture(), new FragmentWriter.Bounds("state", 1 << 23, 1 << 23));
    }

    @Test
    void coordinatorToParticipant() throws IOException {
        CoordinatorToParticipant block = ofCoordinator.toState(0, 1);
        writer = writer(ofCoordinator);
        writer.begin(0, 7, 2);
        writer.toState(0, 1, false, LONGS, 5L);
        writer.end(Weight.WHOLE);
        writer.begin(0, 8, 3);
        writer.speculates();
        writer.toState(0, 1, false, LONGS, 6L);
        writer.toState(0, 1, false, LONGS, 7L);
        writer.end(Weight.WHOLE);
        block.decisions().append(3, 99, 1);
        block.decisions().append(4, 98, 2);
        block.stamp(1_000, 16);
        block.from(1, 77, 900, 12, 34);
        block.promise(1_048);
        block.markDurable(800);
        block.greet(new Greeting(2, "a,b"));

        check("coordinatorToParticipant", block);
    }

    @Test
    void participantToParticipant() throws IOException {
        ParticipantToParticipant block = ofParticipant.toState(0, 0);
        writer.begin(0, 7, 1_032);
        writer.toState(0, 0, false, LONGS, 5L);
        writer.end(Weight.WHOLE);
        block.from(3, 12, 1_050);
        block.promise(1_049);

        check("participantToParticipant", block);
    }

    @Test
    void participantToClose() throws IOException {
        ParticipantToClose block = ofParticipant.toClose(0);
        all();
        block.from(3, 12, 1_050);
        block.answer(34);
        block.answer(35);
        check("participantToClose", block);

        block.clear();
        block.from(3, 12, 1_050);
        block.awaitLow(1_040);
        check("question", block);
    }

    @Test
    void coordinatorToClose() throws IOException {
        CoordinatorToClose block = ofCoordinator.toClose(1);
        writer = writer(ofCoordinator);
        writer.begin(1, 7, 0);
        writer.toResult(LONGS, 5L);
        writer.end(Weight.WHOLE);
        block.fragments().appendClaim();
        block.fragments().payload().writeLong(1);
        block.stamp(1_000, 16);
        block.from(1, 77, 900, 12, 34);
        block.greet(new Greeting(2, "a,b"));
        check("coordinatorToClose", block);

        block.clear();
        block.fragments().appendDeletion(100);
        block.fragments().payload().writeLong(1);
        block.fragments().append(0, 101);
        block.fragments().payload().writeLong(2);
        block.from(1, 77, 0, Long.MAX_VALUE, 34);
        block.markReplay();
        check("replay", block);
    }

    /** What a function in open has written, behind everything else. */
    @Test
    void lateFragments() throws IOException {
        CoordinatorToParticipant block = ofCoordinator.toState(0, 1);
        writer = writer(ofCoordinator);
        writer.beginLate(0, 7, 999);
        writer.toState(0, 1, false, LONGS, 5L);
        writer.end(Weight.WHOLE);
        block.stamp(1_000, 16);
        block.from(1, 77, 900, 12, 34);
        check("late", block);
    }

    @Test
    void answerForAFunction() throws IOException {
        ParticipantToClose block = ofParticipant.toClose(0);
        writer.begin(0, 7, 999);
        writer.toOpen(LONGS, 5L);
        writer.end(Weight.WHOLE);
        block.from(3, 12, 1_050);
        check("answer", block);
    }

    @Test
    void loaded() throws IOException {
        LoaderToParticipant block = new LoaderToParticipant(1);
        block.from(2, 1, 4);
        block.add(LONGS, 5L, LONGS, 6L);
        block.end(7);
        check("loaded", block);
    }

    private void all() throws IOException {
        writer.begin(0, 1, 10);
        writer.report(true);
        writer.toResult(LONGS, 1L);
        writer.toResult(LONGS, 2L);
        writer.end(Weight.WHOLE);
        writer.begin(0, 2, 11);
        writer.refuse();
        writer.end(Weight.WHOLE);
        writer.begin(0, 3, 12);
        writer.dependsOn(9, 5);
        writer.repeat(true);
        writer.end(Weight.WHOLE);
        writer.begin(0, 4, 13);
        writer.dependsOn(9, 5);
        writer.abort(new AbortReason(AbortReason.Kind.BOUND, "state", "k", "rule", ""), true);
        writer.abort(new AbortReason(AbortReason.Kind.BOUND, "state", "k", "rule", ""), false);
        writer.end(Weight.WHOLE);
        writer.begin(0, 5, 14);
        writer.dependsOn(9, 5);
        writer.reportWrite(true, false, LONGS, 3L, LONGS, 4L);
        writer.reportedValueToResult();
        writer.reportWrite(false, true, LONGS, 3L, LONGS, null);
        writer.toResult(LONGS, 1L);
        KeyValues values = new KeyValues(2);
        values.write(1, 6L);
        values.write(0, null);
        values.serialize(
                new TypeSerializer<?>[] {LONGS, LONGS},
                writer.reportWrites(true, true, LONGS, 3L, 2));
        writer.report(false);
        writer.end(Weight.WHOLE);
        writer.begin(0, 6, 15);
        writer.end(5);
    }

    private static void check(String name, Block block) throws IOException {
        Properties expected = new Properties();
        try (InputStream known = MessageBytesTest.class.getResourceAsStream("message-bytes.txt")) {
            expected.load(known);
        }
        assertThat(HexFormat.of().formatHex(SentBlocks.bytes(block)))
                .as(name)
                .isEqualTo(expected.getProperty(name));
    }
}
