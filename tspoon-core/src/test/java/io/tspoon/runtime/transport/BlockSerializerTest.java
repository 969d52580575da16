/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import io.tspoon.protocol.Weight;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BlockSerializerTest {
    private static final int BLOCKS = 500;

    /** What a block must give back, row by row. */
    private record Fragment(int slot, long timestamp, long weight, int kind, byte[] payload) {}

    private record Decided(int slot, long timestamp, int decision) {}

    private record Content(Fragment[] fragments, Decided[] decisions) {}

    @Test
    void randomBlocksComeBackAsTheyWent() throws IOException {
        Block block = new Block(3);
        for (int seed = 0; seed < BLOCKS; seed++) {
            Content content = fill(block, seed);

            Block read = roundTrip(block);

            assertSameHeader(seed, read, block);
            assertRows(seed, read, content.fragments, content.decisions);
            block.clear();
        }
    }

    @Test
    void releasedBlocksAreReadInto() throws IOException {
        BlockSerializer serializer = new BlockSerializer();
        Block block = new Block(3);
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

    @Test
    void blocksThatWereNotReleasedStayAsTheyAre() throws IOException {
        BlockSerializer serializer = new BlockSerializer();
        Block block = new Block(3);
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
        BlockSerializer serializer = new BlockSerializer();
        byte[] bytes = bytes(new Block(3));
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
        BlockSerializer serializer = new BlockSerializer();
        Block block = new Block(0);
        block.append(7, 1, 0);
        block.payload().write(new byte[2 << 20]);
        Block large = serializer.deserialize(new DataInputDeserializer(bytes(block)));
        byte[] largePayload = large.receivedBytes;
        large.release();
        block.clear();

        Block next = serializer.deserialize(new DataInputDeserializer(bytes(block)));

        assertThat(next.receivedBytes).isNotSameAs(largePayload);
    }

    @Test
    void largePayloadLeavesNoMemoryBehindAtItsSender() throws IOException {
        Block block = new Block(3);
        block.append(0, 1, 0);
        block.payload().write(new byte[3 << 20]);

        block.clear();

        assertThat(block.payload().length()).isZero();
        assertThat(block.payload().getSharedBuffer().length).isLessThan(1 << 20);
    }

    @Test
    void clearedBlockIsEmpty() throws IOException {
        Block block = new Block(0);
        fill(block, fragments(new Random(1)), decisions(new Random(2)));
        block.answer(5);
        block.greet(2);
        block.clear();

        Block read = roundTrip(block);

        assertThat(read.hasContent()).isFalse();
        assertThat(read.size()).isZero();
        assertThat(read.decisionCount()).isZero();
        read.checkConsumed();
    }

    @Test
    void placesBecomeTimestamps() throws IOException {
        Block block = new Block(0);
        block.append(7, 0, 0);
        block.append(8, 2, 0);
        block.stamp(1_000, 16);

        Block read = roundTrip(block);

        assertThat(read.timestamp(0)).isEqualTo(1_000);
        assertThat(read.timestamp(1)).isEqualTo(1_032);
    }

    @Test
    void weightThatAllFragmentsHaveIsWrittenOnce() throws IOException {
        Block same = new Block(0);
        Block different = new Block(0);
        for (int i = 0; i < 3; i++) {
            same.setWeight(same.append(i, 1, 0), Weight.WHOLE);
            different.setWeight(different.append(i, 1, 0), Weight.WHOLE - i / 2);
        }

        assertThat(bytes(different)).hasSize(bytes(same).length + 3 * Long.BYTES);
        assertThat(roundTrip(same).weight(2)).isEqualTo(Weight.WHOLE);
        assertThat(roundTrip(different).weight(1)).isEqualTo(Weight.WHOLE);
        assertThat(roundTrip(different).weight(2)).isEqualTo(Weight.WHOLE - 1);
    }

    /** As a fragment with several children does it. */
    @Test
    void weightsAreSetWhenSeveralRowsAreThere() throws IOException {
        Block block = new Block(0);
        long weight = Weight.WHOLE;
        int rows = 0;
        for (int children = 1; children <= 40; children++) {
            for (int i = 0; i < children; i++) {
                block.append(rows + i, 1, 0);
            }
            for (int i = 0; i < children; i++) {
                block.setWeight(rows++, Weight.share(weight, children, i));
            }
        }

        Block read = roundTrip(block);

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
        Block block = new Block(0);
        int row = block.append(7, 1, FragmentKind.HELD | FragmentKind.WRITTEN);
        block.addKind(row, FragmentKind.ELEMENT | FragmentKind.REWRITTEN);

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
        Block block = new Block(0);
        block.append(7, 1, 0);
        block.payload().writeInt(42);

        Block read = roundTrip(block);

        assertThatThrownBy(read::checkConsumed)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("left=4");
    }

    @Test
    void blockOfAnotherVersionIsRefused() throws IOException {
        byte[] bytes = bytes(new Block(0));
        bytes[0] = 5;

        assertThatThrownBy(
                        () -> new BlockSerializer().deserialize(new DataInputDeserializer(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=5, expected=4")
                .hasMessageContaining("Run the same version of tspoon");
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
        for (Decided decided : decisions) {
            block.appendDecision(decided.slot(), decided.timestamp(), decided.decision());
        }
        for (Fragment fragment : fragments) {
            int row = block.append(fragment.slot(), fragment.timestamp(), fragment.kind());
            block.payload().write(fragment.payload());
            block.setWeight(row, fragment.weight());
        }
    }

    private static void header(Block block, Random random) {
        if (random.nextBoolean()) {
            block.fromOpen(
                    random.nextInt(1024),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong(),
                    random.nextLong());
            block.durable(random.nextLong());
        } else {
            block.fromParticipant(random.nextInt(5000), random.nextLong(), random.nextLong());
            block.answer(random.nextLong());
        }
        if (random.nextBoolean()) {
            block.greet(random.nextInt(1, 1024));
        }
    }

    // ------------------------------------------------------------------ checks

    private static void assertSameHeader(int seed, Block read, Block written) {
        assertThat(
                        new long[] {
                            read.sender(),
                            read.coordinators(),
                            read.coordinator(),
                            read.link(),
                            read.lowTimestamp(),
                            read.durable(),
                            read.priority(),
                            read.decisionBatch(),
                            read.replies(),
                            read.highestTimestamp(),
                            read.hasContent() ? 1 : 0
                        })
                .as("header, seed %d", seed)
                .containsExactly(
                        written.sender(),
                        written.coordinators(),
                        written.coordinator(),
                        written.link(),
                        written.lowTimestamp(),
                        written.durable(),
                        written.priority(),
                        written.decisionBatch(),
                        written.replies(),
                        written.highestTimestamp(),
                        written.hasContent() ? 1 : 0);
    }

    private static void assertRows(int seed, Block read, Fragment[] fragments, Decided[] decisions)
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
        assertThat(read.decisionCount()).as("decisions, seed %d", seed).isEqualTo(decisions.length);
        for (int i = 0; i < decisions.length; i++) {
            assertThat(
                            new Decided(
                                    read.decisionSlot(i),
                                    read.decisionTimestamp(i),
                                    read.decision(i)))
                    .isEqualTo(decisions[i]);
        }
    }

    private static Block roundTrip(Block block) throws IOException {
        return new BlockSerializer().deserialize(new DataInputDeserializer(bytes(block)));
    }

    private static byte[] bytes(Block block) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        new BlockSerializer().serialize(block, out);
        return out.getCopyOfBuffer();
    }
}
