/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.transport.AbortReasonCodec;
import io.tspoon.runtime.transport.ElementNumber;
import io.tspoon.runtime.transport.FragmentCursor;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.SentBlocks;
import io.tspoon.runtime.transport.SentFragment;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Elements that cannot be serialized; whoever emits them may catch that and go on. */
class FragmentWriterTest {
    private static final int OPERATOR = 0;
    private static final int INSTANCE = 0;
    private static final TypeSerializer<Long> LONGS = new NotNegativeSerializer();

    private final Outputs<ParticipantToParticipant, ParticipantToClose> outputs =
            Outputs.ofParticipant(SentBlocks.ofParticipant(), 1, new boolean[] {true});
    private static final int LIMIT = 1 << 23;

    private final AbortCapture capture = new AbortCapture();
    private final FragmentWriter writer =
            new FragmentWriter(outputs, capture, new FragmentWriter.Bounds("state", LIMIT, LIMIT));

    @BeforeEach
    void begin() {
        writer.begin(0, 1, 10);
    }

    @Test
    void elementForStateLeavesNothingBehind() throws IOException {
        toState(1);
        assertThatThrownBy(() -> toState(-1)).isInstanceOf(IOException.class);
        toState(2);
        writer.end(Weight.WHOLE);

        FragmentRows received =
                SentBlocks.received(outputs.toState(OPERATOR, INSTANCE)).fragments();
        assertThat(received.size()).isEqualTo(2);
        assertThat(received.weight(0) + received.weight(1)).isEqualTo(Weight.WHOLE);
        DataInputDeserializer payload = received.readPayload();
        assertThat(payload.readLong()).isEqualTo(1);
        assertThat(payload.readLong()).isEqualTo(2);
        received.checkConsumed();
    }

    /** It would take the element before it along. */
    @Test
    void nothingMoreIsTakenBackWhenTheFunctionFailsForIt() throws IOException {
        toState(1);
        assertThatThrownBy(() -> toState(-1)).isInstanceOf(IOException.class);
        writer.takeBackLast();
        writer.end(Weight.WHOLE);

        FragmentRows received =
                SentBlocks.received(outputs.toState(OPERATOR, INSTANCE)).fragments();
        assertThat(received.size()).isEqualTo(1);
        assertThat(received.readPayload().readLong()).isEqualTo(1);
        received.checkConsumed();
    }

    @Test
    void elementForTheResultLeavesNothingBehind() throws IOException {
        writer.report(true);
        assertThatThrownBy(() -> writer.toResult(LONGS, -1L)).isInstanceOf(IOException.class);
        writer.toResult(LONGS, 2L);
        assertThatThrownBy(() -> writer.toResult(LONGS, -3L)).isInstanceOf(IOException.class);
        writer.end(Weight.WHOLE);

        FragmentRows received = SentBlocks.received(outputs.toClose(0)).fragments();
        assertThat(received.size()).isEqualTo(1);
        assertThat(SentFragment.of(received).get(0).isElement()).isTrue();
        assertThat(received.weight(0)).isEqualTo(Weight.WHOLE);
        assertThat(received.readPayload().readLong()).isEqualTo(2);
        received.checkConsumed();
    }

    /** What stays is why it is rejected, with all of the weight; the rows of others are there. */
    @Test
    void elementThatIsRejectedLeavesOnlyItsReason() throws IOException {
        writer.number(ElementNumber.rejecting(0));
        writer.toResult(LONGS, 1L);
        writer.end(Weight.WHOLE / 2);
        writer.begin(0, 1, 10);
        writer.number(ElementNumber.rejecting(1));
        writer.report(true);
        writer.toResult(LONGS, 2L);
        writer.toTrigger(LONGS, 3L);
        assertThatThrownBy(() -> writer.toResult(LONGS, -1L)).isInstanceOf(IOException.class);
        writer.toTrigger(LONGS, 4L);
        assertThat(writer.triggers()).isTrue();
        AbortReason reason = new AbortReason(AbortReason.Kind.USER, "op", "k", "no", "why");

        writer.takeBackRejected();
        writer.reject(reason, true);
        writer.end(Weight.WHOLE / 2);

        assertThat(writer.triggers()).isFalse();
        FragmentRows received = SentBlocks.received(outputs.toClose(0)).fragments();
        assertThat(received.size()).isEqualTo(2);
        assertThat(received.number(0)).isEqualTo(ElementNumber.rejecting(0));
        assertThat(received.number(1)).isEqualTo(ElementNumber.rejecting(1));
        assertThat(received.weight(0) + received.weight(1)).isEqualTo(Weight.WHOLE);
        FragmentCursor fragment = new FragmentCursor().begin(received);
        assertThat(fragment.next()).isTrue();
        assertThat(fragment.isRejection()).isFalse();
        assertThat(fragment.payload().readLong()).isEqualTo(1);
        assertThat(fragment.next()).isTrue();
        assertThat(fragment.isRejection()).isTrue();
        assertThat(fragment.isHeld()).isTrue();
        assertThat(fragment.hasElement()).isFalse();
        assertThat(new AbortReasonCodec().read(fragment.payload())).isEqualTo(reason);
        fragment.checkConsumed();
    }

    /** Those of the elements before it stay. */
    @Test
    void whatARejectedElementHasTriggeredDoesNotCount() throws IOException {
        for (int element = 0; element < 3; element++) {
            writer.begin(0, 1, 10);
            writer.number(ElementNumber.rejecting(element));
            for (int i = 0; i < TriggerTarget.MAX_TRIGGERED / 2; i++) {
                writer.toTrigger(LONGS, 1L);
            }
            if (element == 1) {
                writer.takeBackRejected();
                writer.takeBackRejected();
            }
            assertThat(writer.triggersTooMany()).isFalse();
        }
        writer.toTrigger(LONGS, 1L);
        assertThat(writer.triggersTooMany()).isTrue();
    }

    /** Else the close operator would look for an element that is not there. */
    @Test
    void reportWithoutItsElementDoesNotClaimOne() throws IOException {
        writer.report(true);
        assertThatThrownBy(() -> writer.toResult(LONGS, -1L)).isInstanceOf(IOException.class);
        writer.end(Weight.WHOLE);

        FragmentRows received = SentBlocks.received(outputs.toClose(0)).fragments();
        assertThat(SentFragment.of(received).get(0).isElement()).isFalse();
        received.readPayload();
        received.checkConsumed();
    }

    /** Else a chain of 63 operators that write and send on would end with nothing to divide. */
    @Test
    void whatGoesOnKeepsTheWeightHoweverManyOperatorsReport() throws IOException {
        long weight = Weight.WHOLE;
        long closed = 0;
        for (int step = 0; step < 1_000; step++) {
            writer.begin(0, step, 10);
            writer.report(true);
            toState(1);
            writer.end(weight);
            weight = outputs.toState(OPERATOR, INSTANCE).fragments().weight(step);
            closed += outputs.toClose(0).fragments().weight(step);
        }

        assertThat(weight + closed).isEqualTo(Weight.WHOLE);
        writer.begin(0, 1, 10);
        writer.report(true);
        toState(1);
        toState(2);
        writer.end(weight);
        assertThat(outputs.toState(OPERATOR, INSTANCE).fragments().weight(1_001))
                .isGreaterThan(1L << 60);
    }

    /**
     * However little weight an element has, all of its children get some, and no more than that.
     */
    @Test
    void whatIsLeftOfTheWeightIsDividedInFinerUnits() throws IOException {
        long wholeUnit = 1L << 16;
        writer.report(true);
        for (int child = 0; child < 2_000; child++) {
            toState(child);
        }
        writer.end(1);

        FragmentRows gone = outputs.toState(OPERATOR, INSTANCE).fragments();
        long units = unitsOf(outputs.toClose(0).fragments().weight(0));
        assertThat(units).isEqualTo(1);
        for (int row = 0; row < 2_000; row++) {
            assertThat(unitsOf(gone.weight(row))).isGreaterThan(1);
            units += unitsOf(gone.weight(row));
        }
        assertThat(units).isEqualTo(wholeUnit);
    }

    private static long unitsOf(long fineShare) {
        assertThat(fineShare).isNegative();
        return fineShare & 0xFFFF_FFFF_FFFFL;
    }

    @Test
    void saysOnceThatABlockHasBecomeLarge() throws IOException {
        toState(1);
        writer.end(Weight.WHOLE);
        assertThat(writer.getAndClearLarge()).isFalse();

        writer.begin(0, 2, 11);
        for (int element = 0; element < 150_000; element++) {
            writer.toState(OPERATOR, INSTANCE, false, LongSerializer.INSTANCE, 1L);
        }
        writer.end(Weight.WHOLE);

        assertThat(writer.getAndClearLarge()).isTrue();
        assertThat(writer.getAndClearLarge()).isFalse();
    }

    /** Else a transaction that sends on without end, or very much, would end the job. */
    @Test
    void elementThatDoesNotFitIntoItsBlockAborts() throws IOException {
        byte[] large = new byte[1 << 20];
        for (int element = 0; element < 8; element++) {
            writer.toState(OPERATOR, INSTANCE, false, BytePrimitiveArraySerializer.INSTANCE, large);
        }

        assertThat(outputs.toState(OPERATOR, INSTANCE).fragments().bytes()).isGreaterThan(LIMIT);
        assertThatThrownBy(() -> toState(1)).isInstanceOf(AbortSignal.class);
        assertThat(capture.reason())
                .isEqualTo(
                        new AbortReason(
                                AbortReason.Kind.BOUND,
                                "state",
                                "",
                                "transaction is too large",
                                "limitBytes=" + LIMIT));
        writer.abort(capture.reason(), false);
        writer.end(Weight.WHOLE);
        assertThat(outputs.toState(OPERATOR, INSTANCE).fragments().size()).isEqualTo(8);
        assertThat(outputs.toClose(0).fragments().size()).isEqualTo(1);
    }

    @Test
    void resultThatDoesNotFitIntoItsBlockAborts() throws IOException {
        byte[] half = new byte[LIMIT / 2];
        writer.toResult(BytePrimitiveArraySerializer.INSTANCE, half);
        assertThat(writer.isTooLarge(0)).isFalse();
        writer.toResult(BytePrimitiveArraySerializer.INSTANCE, half);
        assertThat(writer.isTooLarge(0)).isTrue();

        assertThatThrownBy(() -> writer.toResult(LONGS, 1L)).isInstanceOf(AbortSignal.class);
    }

    /** A value that is an element, too, may be twice in the outcome. */
    @Test
    void valuesThatAreElementsCountTwice() throws IOException {
        writer.reportWrite(
                false,
                false,
                LONGS,
                1L,
                BytePrimitiveArraySerializer.INSTANCE,
                new byte[LIMIT / 2]);
        assertThat(writer.isTooLarge(0)).isFalse();

        writer.reportedValueToResult();
        assertThat(writer.isTooLarge(0)).isTrue();
    }

    private void toState(long element) throws IOException {
        writer.toState(OPERATOR, INSTANCE, false, LONGS, element);
    }
}
