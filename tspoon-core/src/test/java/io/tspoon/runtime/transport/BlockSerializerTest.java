/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.commit.Weight;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BlockSerializerTest {
    private static final int BLOCKS = 500;

    /** What a block must give back, row by row. */
    private record Fragment(int slot, long timestamp, long weight, int kind, byte[] payload) {}

    private record Decided(int slot, long timestamp, int decision) {}

    private record Content(Fragment[] fragments, Decided[] decisions) {}

    private static Stream<Block> directions() {
        return Stream.of(
                new CoordinatorToParticipant(3),
                new CoordinatorToClose(3),
                new ParticipantToParticipant(3),
                new ParticipantToClose(3));
    }

    @ParameterizedTest
    @MethodSource("directions")
    void randomBlocksComeBackAsTheyWent(Block block) throws IOException {
        for (int seed = 0; seed < BLOCKS; seed++) {
            Content content = fill(block, seed);

            Block read = SentBlocks.received(block);

            assertSameHeader(seed, read, block);
            assertRows(seed, read, content.fragments, content.decisions);
            block.clear();
        }
    }

    @ParameterizedTest
    @MethodSource("directions")
    void releasedBlocksAreReadInto(Block block) throws IOException {
        BlockSerializer serializer = SentBlocks.serializer(block);
        Block last = null;
        for (int seed = 0; seed < BLOCKS; seed++) {
            Content content = fill(block, seed);

            Block read = serializer.deserialize(new DataInputDeserializer(bytes(block)));

            assertSameHeader(seed, read, block);
            assertRows(seed, read, content.fragments, content.decisions);
            if (last != null) {
                assertThat(read).isSameAs(last);
            }
            block.clear();
            read.release();
            last = read;
        }
    }

    /** As they come from open and from other operators in turn. */
    @Test
    void blocksOfBothKindsOfSendersAreReadInto() throws IOException {
        BlockSerializer serializer = BlockSerializer.forParticipants();
        byte[] fromOpen = bytes(new CoordinatorToParticipant(3));
        byte[] fromOther = bytes(new ParticipantToParticipant(3));
        Block first = serializer.deserialize(new DataInputDeserializer(fromOpen));
        Block second = serializer.deserialize(new DataInputDeserializer(fromOther));
        assertThat(first).isInstanceOf(CoordinatorToParticipant.class);
        assertThat(second).isInstanceOf(ParticipantToParticipant.class);

        second.release();
        first.release();

        assertThat(serializer.deserialize(new DataInputDeserializer(fromOther))).isSameAs(second);
        assertThat(serializer.deserialize(new DataInputDeserializer(fromOpen))).isSameAs(first);
    }

    /** Only participants get any. */
    @Test
    void decisionsForCloseAreRefused() throws IOException {
        Block block = new CoordinatorToParticipant(0);
        fill(block, new Fragment[0], decisions(new Random(2)));

        assertThatThrownBy(
                        () ->
                                BlockSerializer.forClose()
                                        .deserialize(new DataInputDeserializer(bytes(block))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it has decisions");
    }

    @Test
    void blocksThatWereNotReleasedStayAsTheyAre() throws IOException {
        BlockSerializer serializer = BlockSerializer.forParticipants();
        Block block = new CoordinatorToParticipant(3);
        Fragment[] fragments = fragments(new Random(1));
        Decided[] decisions = decisions(new Random(2));
        fill(block, fragments, decisions);
        Block kept = serializer.deserialize(new DataInputDeserializer(bytes(block)));
        block.clear();
        fill(block, fragments(new Random(3)), decisions(new Random(4)));

        Block next = serializer.deserialize(new DataInputDeserializer(bytes(block)));

        assertThat(next).isNotSameAs(kept);
        assertRows(1, kept, fragments, decisions);
    }

    /** As they are where entry order is kept. */
    @Test
    void blocksThatAreReleasedLaterAreReadIntoInTheirOrder() throws IOException {
        BlockSerializer serializer = BlockSerializer.forParticipants();
        byte[] bytes = bytes(new CoordinatorToParticipant(3));
        Block first = serializer.deserialize(new DataInputDeserializer(bytes));
        Block second = serializer.deserialize(new DataInputDeserializer(bytes));
        Block third = serializer.deserialize(new DataInputDeserializer(bytes));
        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();

        first.release();
        second.release();

        assertThat(serializer.deserialize(new DataInputDeserializer(bytes))).isSameAs(first);
        assertThat(serializer.deserialize(new DataInputDeserializer(bytes))).isSameAs(second);
        assertThat(serializer.deserialize(new DataInputDeserializer(bytes)))
                .isNotIn(first, second, third);
    }

    @Test
    void largeBlocksLeaveNoMemoryBehind() throws IOException {
        BlockSerializer serializer = BlockSerializer.forParticipants();
        Block block = new CoordinatorToParticipant(0);
        block.fragments().append(7, 1);
        block.fragments().payload().write(new byte[2 << 20]);
        Block large = serializer.deserialize(new DataInputDeserializer(bytes(block)));
        byte[] largePayload = large.fragments().receivedBytes;
        large.release();
        block.clear();

        Block next = serializer.deserialize(new DataInputDeserializer(bytes(block)));

        assertThat(next.fragments().receivedBytes).isNotSameAs(largePayload);
    }

    @Test
    void largePayloadLeavesNoMemoryBehindAtItsSender() throws IOException {
        Block block = new CoordinatorToParticipant(3);
        block.fragments().append(0, 1);
        block.fragments().payload().write(new byte[3 << 20]);

        block.clear();

        assertThat(block.fragments().payload().length()).isZero();
        assertThat(block.fragments().payload().getSharedBuffer().length).isLessThan(1 << 20);
    }

    @ParameterizedTest
    @MethodSource("directions")
    void clearedBlockIsEmpty(Block block) throws IOException {
        fill(block, 1);
        block.clear();

        Block read = SentBlocks.received(block);

        assertThat(read.hasContent()).isFalse();
        assertThat(read.fragments().size()).isZero();
        assertThat(read.decisionCount()).isZero();
        read.fragments().checkConsumed();
    }

    @Test
    void placesBecomeTimestamps() throws IOException {
        CoordinatorToParticipant block = new CoordinatorToParticipant(0);
        block.fragments().append(7, 0);
        block.fragments().append(8, 2);
        block.stamp(1_000, 16);

        FragmentRows read = roundTrip(block);

        assertThat(read.timestamp(0)).isEqualTo(1_000);
        assertThat(read.timestamp(1)).isEqualTo(1_032);
    }

    @Test
    void weightThatAllFragmentsHaveIsWrittenOnce() throws IOException {
        Block same = new ParticipantToClose(0);
        Block different = new ParticipantToClose(0);
        for (int i = 0; i < 3; i++) {
            FragmentRows rows = same.fragments();
            rows.setWeight(rows.append(i, 1), Weight.WHOLE);
            rows = different.fragments();
            rows.setWeight(rows.append(i, 1), Weight.WHOLE - i / 2);
        }

        assertThat(bytes(different)).hasSize(bytes(same).length + 3 * Long.BYTES);
        assertThat(roundTrip(same).weight(2)).isEqualTo(Weight.WHOLE);
        assertThat(roundTrip(different).weight(1)).isEqualTo(Weight.WHOLE);
        assertThat(roundTrip(different).weight(2)).isEqualTo(Weight.WHOLE - 1);
    }

    /** As a fragment with several children does it. */
    @Test
    void weightsAreSetWhenSeveralRowsAreThere() throws IOException {
        Block block = new CoordinatorToParticipant(0);
        long weight = Weight.WHOLE;
        int rows = 0;
        for (int children = 1; children <= 40; children++) {
            for (int i = 0; i < children; i++) {
                block.fragments().append(rows + i, 1);
            }
            for (int i = 0; i < children; i++) {
                block.fragments().setWeight(rows++, Weight.share(weight, children, i));
            }
        }

        FragmentRows read = roundTrip(block);

        int row = 0;
        for (int children = 1; children <= 40; children++) {
            long sum = 0;
            for (int i = 0; i < children; i++) {
                sum += read.weight(row++);
            }
            assertThat(sum).isEqualTo(weight);
        }
    }

    @Test
    void kindsAreAddedToARow() throws IOException {
        Block block = new CoordinatorToParticipant(0);
        int row = block.fragments().append(7, 1, FragmentKind.HELD | FragmentKind.WRITTEN);
        block.fragments().addKind(row, FragmentKind.ELEMENT | FragmentKind.REWRITTEN);

        int kind = roundTrip(block).kind(row);

        assertThat(FragmentKind.has(kind, FragmentKind.HELD)).isTrue();
        assertThat(FragmentKind.has(kind, FragmentKind.WRITTEN)).isTrue();
        assertThat(FragmentKind.has(kind, FragmentKind.ELEMENT)).isTrue();
        assertThat(FragmentKind.has(kind, FragmentKind.REWRITTEN)).isTrue();
        assertThat(FragmentKind.has(kind, FragmentKind.DELETED)).isFalse();
        assertThat(FragmentKind.has(kind, FragmentKind.ELEMENT_IS_VALUE)).isFalse();
    }

    @Test
    void payloadThatWasNotReadIsReported() throws IOException {
        Block block = new CoordinatorToParticipant(0);
        block.fragments().append(7, 1);
        block.fragments().payload().writeInt(42);

        FragmentRows read = roundTrip(block);

        assertThatThrownBy(read::checkConsumed)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("left=4");
    }

    @Test
    void blockOfAnotherVersionIsRefused() throws IOException {
        byte[] bytes = bytes(new CoordinatorToParticipant(0));
        bytes[0] = 6;

        assertThatThrownBy(
                        () ->
                                BlockSerializer.forParticipants()
                                        .deserialize(new DataInputDeserializer(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=6, expected=5")
                .hasMessageContaining("Run the same version of tspoon");
    }

    // ------------------------------------------------------------------ late fragments

    private static Stream<FromCoordinator> directionsFromCoordinators() {
        return Stream.of(new CoordinatorToParticipant(3), new CoordinatorToClose(3));
    }

    @ParameterizedTest
    @MethodSource("directionsFromCoordinators")
    void lateFragmentsComeBesideThoseOfTheRound(FromCoordinator block) throws IOException {
        BlockSerializer serializer = SentBlocks.serializer(block);
        for (int seed = 0; seed < BLOCKS; seed++) {
            Content content = fill(block, seed);
            Fragment[] late = seed % 3 == 0 ? new Fragment[0] : fragments(new Random(-seed));
            append(block.late(), late);

            FromCoordinator read =
                    (FromCoordinator)
                            serializer.deserialize(new DataInputDeserializer(bytes(block)));

            assertRows(seed, read, content.fragments, content.decisions);
            assertFragments(seed, read.late(), late);
            block.clear();
            read.release();
        }
    }

    @ParameterizedTest
    @MethodSource("directionsFromCoordinators")
    void lateFragmentsAreContentAndKeepTheirTimestamps(FromCoordinator block) throws IOException {
        assertThat(block.hasContent()).isFalse();
        block.late().append(7, 500);
        block.stamp(1_000, 16);
        assertThat(block.hasContent()).isTrue();

        FromCoordinator read = SentBlocks.received(block);
        assertThat(read.hasContent()).isTrue();
        assertThat(read.fragments().size()).isZero();
        assertThat(read.late().timestamp(0)).isEqualTo(500);

        block.clear();
        assertThat(block.hasContent()).isFalse();
        assertThat(SentBlocks.received(block).late().size()).isZero();
    }

    // ------------------------------------------------------------------ random blocks

    private static Content fill(Block block, int seed) throws IOException {
        Random random = new Random(seed);
        Content content = new Content(fragments(random), decisions(random));
        fill(block, content.fragments, content.decisions);
        header(block, random);
        return content;
    }

    private static Fragment[] fragments(Random random) {
        Fragment[] fragments = new Fragment[random.nextInt(300)];
        int sameWeight = random.nextInt(2 * fragments.length + 1);
        long weight = random.nextLong();
        for (int i = 0; i < fragments.length; i++) {
            byte[] payload = new byte[random.nextInt(40)];
            random.nextBytes(payload);
            fragments[i] =
                    new Fragment(
                            random.nextInt(),
                            random.nextLong(),
                            i < sameWeight ? weight : random.nextLong(),
                            random.nextInt(256),
                            payload);
        }
        return fragments;
    }

    private static Decided[] decisions(Random random) {
        Decided[] decisions = new Decided[random.nextInt(300)];
        Arrays.setAll(
                decisions,
                i -> new Decided(random.nextInt(), random.nextLong(), random.nextInt(3)));
        return decisions;
    }

    private static void fill(Block block, Fragment[] fragments, Decided[] decisions)
            throws IOException {
        if (block instanceof CoordinatorToParticipant toParticipant) {
            for (Decided decided : decisions) {
                toParticipant
                        .decisions()
                        .append(decided.slot(), decided.timestamp(), decided.decision());
            }
        }
        append(block.fragments(), fragments);
    }

    private static void append(FragmentRows rows, Fragment[] fragments) throws IOException {
        for (Fragment fragment : fragments) {
            int row = rows.append(fragment.slot(), fragment.timestamp(), fragment.kind());
            rows.payload().write(fragment.payload());
            rows.setWeight(row, fragment.weight());
        }
    }

    private static void header(Block block, Random random) {
        if (block instanceof FromCoordinator fromCoordinator) {
            fromCoordinator.from(
                    random.nextInt(1024),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong());
            if (random.nextBoolean()) {
                fromCoordinator.greet(
                        new Greeting(random.nextInt(1, 1024), "v".repeat(random.nextInt(3))));
            }
            if (random.nextBoolean()) {
                fromCoordinator.markReplay();
            }
        }
        if (block instanceof FromParticipant fromParticipant) {
            fromParticipant.from(random.nextInt(5000), random.nextLong(), random.nextLong());
        }
        if (block instanceof CoordinatorToParticipant toParticipant) {
            toParticipant.markDurable(random.nextLong());
            toParticipant.promise(random.nextLong());
        }
        if (block instanceof ParticipantToParticipant toParticipant) {
            toParticipant.promise(random.nextLong());
        }
        if (block instanceof ParticipantToClose toClose) {
            toClose.answer(random.nextLong());
            toClose.awaitLow(random.nextLong());
            toClose.judged(random.nextLong(), random.nextLong(), random.nextInt(-4, 1024));
        }
    }

    // ------------------------------------------------------------------ checks

    private static void assertSameHeader(int seed, Block read, Block written) {
        assertThat(read.getClass()).isEqualTo(written.getClass());
        assertThat(header(read)).as("header, seed %d", seed).isEqualTo(header(written));
    }

    /** What a block says besides its rows. */
    private static List<Object> header(Block block) {
        List<Object> fields = new ArrayList<>(List.of(block.hasContent()));
        if (block instanceof FromCoordinator from) {
            fields.addAll(List.of(from.coordinator(), from.link(), from.low(), from.priority()));
            fields.addAll(List.of(from.decisionBatch(), from.isGreeting(), from.greeting()));
            fields.add(from.isReplay());
        }
        if (block instanceof FromParticipant from) {
            fields.addAll(List.of(from.participant(), from.priority(), from.highestTimestamp()));
        }
        if (block instanceof CoordinatorToParticipant to) {
            fields.add(to.durableUpTo());
        }
        if (block instanceof AttemptsToParticipant to) {
            fields.addAll(List.of(to.promise(), to.joins(), to.source(7)));
        }
        if (block instanceof ParticipantToClose to) {
            fields.addAll(List.of(to.awaitedLow(), to.appliedBatch(), to.replies()));
            fields.addAll(List.of(to.judged(), to.settled(), to.awaited()));
        }
        return fields;
    }

    private static void assertRows(int seed, Block block, Fragment[] fragments, Decided[] decisions)
            throws IOException {
        assertFragments(seed, block.fragments(), fragments);
        if (!(block instanceof CoordinatorToParticipant toParticipant)) {
            return;
        }
        DecisionRows decided = toParticipant.decisions();
        assertThat(decided.size()).as("decisions, seed %d", seed).isEqualTo(decisions.length);
        for (int i = 0; i < decisions.length; i++) {
            assertThat(new Decided(decided.slot(i), decided.timestamp(i), decided.decision(i)))
                    .isEqualTo(decisions[i]);
        }
    }

    private static void assertFragments(int seed, FragmentRows read, Fragment[] fragments)
            throws IOException {
        assertThat(read.size()).as("fragments, seed %d", seed).isEqualTo(fragments.length);
        DataInputDeserializer payload = read.readPayload();
        for (int i = 0; i < fragments.length; i++) {
            byte[] bytes = new byte[fragments[i].payload().length];
            payload.readFully(bytes);
            assertThat(bytes).as("payload, seed %d", seed).isEqualTo(fragments[i].payload());
            assertThat(read.slot(i)).isEqualTo(fragments[i].slot());
            assertThat(read.timestamp(i)).isEqualTo(fragments[i].timestamp());
            assertThat(read.weight(i)).isEqualTo(fragments[i].weight());
            assertThat(read.kind(i) & 0xFF).isEqualTo(fragments[i].kind());
        }
        read.checkConsumed();
    }

    private static FragmentRows roundTrip(Block block) {
        return SentBlocks.received(block).fragments();
    }

    private static byte[] bytes(Block block) throws IOException {
        return SentBlocks.bytes(block);
    }
}
