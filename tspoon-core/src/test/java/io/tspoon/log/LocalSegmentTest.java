/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@EnabledOnOs({OS.LINUX, OS.MAC})
class LocalSegmentTest {
    private static final int SECTOR = 512;
    private static final int BLOCK = 512;

    @TempDir private Path directory;
    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("segment");
    }

    /** On any file system: what is written does not depend on direct writes. */
    private LocalSegment open(int bufferBlocks) throws IOException {
        return open(createFile(), BLOCK, bufferBlocks);
    }

    private static LocalSegment open(FileChannel channel, int blockSize, int bufferBlocks) {
        return open(channel, channel, blockSize, bufferBlocks);
    }

    private static LocalSegment open(
            FileChannel channel, FileChannel second, int blockSize, int bufferBlocks) {
        return new LocalSegment(
                channel,
                second,
                blockSize,
                ByteBuffer.allocate(bufferBlocks * blockSize),
                ByteBuffer.allocate(3 * blockSize));
    }

    private static void append(LocalSegment segment, byte[] bytes, int length) throws IOException {
        segment.write(bytes, length);
        segment.sync();
    }

    private FileChannel createFile() throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void holdsWhatWasAppendedAfterEachCall(int bufferBlocks) throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Files.deleteIfExists(file);
            Random random = new Random(seed);
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            LocalSegment segment = open(bufferBlocks);
            for (int i = 0; i < 40; i++) {
                byte[] bytes = new byte[length(random)];
                random.nextBytes(bytes);
                int length = random.nextInt(bytes.length + 1);
                append(segment, bytes, length);
                expected.write(bytes, 0, length);

                byte[] found = Files.readAllBytes(file);
                assertThat(found).as("seed %d", seed).hasSize((int) segment.size());
                assertThat(found).isEqualTo(Arrays.copyOf(expected.toByteArray(), found.length));
                assertThat(found.length - expected.size())
                        .isBetween(0, LocalSegment.MOST_AHEAD + BLOCK);
            }
            segment.close();
            assertThat(file).hasBinaryContent(expected.toByteArray());
            assertThat(segment.size()).isEqualTo(expected.size());
        }
    }

    /** Often around the ends of blocks. */
    private static int length(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(20);
            case 1 -> BLOCK * random.nextInt(10);
            case 2 -> BLOCK * (1 + random.nextInt(9)) - 1 + random.nextInt(3);
            default -> random.nextInt(60_000);
        };
    }

    /**
     * Of the sectors of a flush, a power failure may leave any, each as it was or as it should be.
     */
    @ParameterizedTest
    @ValueSource(ints = {SECTOR, 8 * SECTOR})
    void whateverAPowerFailureLeavesOfAFlushThoseBeforeAreWhole(int blockSize) throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Files.deleteIfExists(file);
            Random random = new Random(seed);
            try (LocalSegment segment = open(createFile(), blockSize, 4)) {
                byte[] header =
                        Records.frame(
                                FlushFrame.Kind.HEADER, 0, Records.HEADER, Records.HEADER.length);
                append(segment, header, header.length);
                for (int flush = 1; flush < 20; flush++) {
                    byte[] before = Files.readAllBytes(file);
                    byte[] body = new byte[length(random)];
                    random.nextBytes(body);
                    byte[] frame = Records.frame(FlushFrame.Kind.RECORDS, flush, body, body.length);
                    append(segment, frame, frame.length);
                    byte[] after = Files.readAllBytes(file);
                    for (int i = 0; i < 10; i++) {
                        int whole = wholeFlushes(mixed(before, after, random));
                        assertThat(whole).as("seed %d", seed).isBetween(flush, flush + 1);
                    }
                    assertThat(wholeFlushes(after)).isEqualTo(flush + 1);
                }
            }
        }
    }

    /** Two flushes are on their way at once, and end in the same block or not. */
    @ParameterizedTest
    @ValueSource(ints = {SECTOR, 8 * SECTOR})
    void whateverAPowerFailureLeavesOfTwoFlushesThoseBeforeAreWhole(int blockSize)
            throws IOException {
        int holes = 0;
        for (int seed = 0; seed < 20; seed++) {
            Files.deleteIfExists(file);
            Random random = new Random(seed);
            try (LocalSegment segment = open(createFile(), blockSize, 4)) {
                byte[] header =
                        Records.frame(
                                FlushFrame.Kind.HEADER, 0, Records.HEADER, Records.HEADER.length);
                append(segment, header, header.length);
                for (int flush = 1; flush < 20; flush += 2) {
                    byte[] before = Files.readAllBytes(file);
                    int first = writeRandom(segment, flush, 0, random);
                    byte[] between = Files.readAllBytes(file);
                    writeRandom(segment, flush + 1, 1, random);
                    byte[] after = Files.readAllBytes(file);
                    for (int i = 0; i < 10; i++) {
                        byte[] left = mixed(mixed(before, between, random), after, random);
                        SegmentReader reader = Records.segment(left);
                        int whole = wholeFlushes(reader);
                        assertThat(whole).as("seed %d", seed).isBetween(flush, flush + 2);
                        holes += whole == flush && reader.tornBytes() > first ? 1 : 0;
                    }
                    segment.sync();
                    assertThat(wholeFlushes(after)).isEqualTo(flush + 2);
                }
            }
        }
        assertThat(holes).isPositive();
    }

    private static int writeRandom(LocalSegment segment, int flush, int onTheWay, Random random)
            throws IOException {
        byte[] body = new byte[length(random)];
        random.nextBytes(body);
        byte[] frame = Records.frame(FlushFrame.Kind.RECORDS, flush, onTheWay, body, body.length);
        segment.write(frame, frame.length);
        return frame.length;
    }

    private static byte[] mixed(byte[] before, byte[] after, Random random) {
        byte[] mixed = Arrays.copyOf(before, after.length);
        for (int sector = 0; sector < after.length; sector += SECTOR) {
            if (random.nextBoolean()) {
                int end = Math.min(sector + SECTOR, after.length);
                System.arraycopy(after, sector, mixed, sector, end - sector);
            }
        }
        return mixed;
    }

    private static int wholeFlushes(byte[] bytes) throws IOException {
        return wholeFlushes(Records.segment(bytes));
    }

    private static int wholeFlushes(SegmentReader reader) throws IOException {
        int whole = 0;
        while (reader.next() != null) {
            whole++;
        }
        return whole;
    }

    @Test
    void roomGrowsWithTheSegment() throws IOException {
        try (LocalSegment segment = open(8)) {
            append(segment, new byte[1], 1);
            assertThat(segment.size()).isEqualTo(LocalSegment.LEAST_AHEAD + BLOCK);
            byte[] megabyte = new byte[1 << 20];
            for (int i = 0; i < 8; i++) {
                append(segment, megabyte, megabyte.length);
            }
            assertThat(segment.size()).isLessThan((10 << 20) + 2 * BLOCK);
        }
    }

    @Test
    void onlyTheLastBlockIsWrittenAgain() throws IOException {
        LocalSegment segment = open(8);
        append(segment, new byte[] {1, 2, 3}, 3);
        try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
            byte[] second = new byte[2 * BLOCK];
            append(segment, second, second.length);
            other.write(ByteBuffer.wrap(new byte[] {9}), 5);
            append(segment, new byte[] {4}, 1);
        }
        segment.close();

        byte[] found = Files.readAllBytes(file);
        assertThat(found).hasSize(3 + 2 * BLOCK + 1).startsWith(1, 2, 3, 0, 0, 9);
        assertThat(found[found.length - 1]).isEqualTo((byte) 4);
    }

    @Test
    void segmentThatFailedIsLeftAsItIs() throws IOException {
        FaultyChannel channel = new FaultyChannel(createFile());
        LocalSegment segment = open(channel, BLOCK, 1);
        append(segment, new byte[] {1}, 1);
        long size = Files.size(file);
        channel.syncFails = true;

        assertThatThrownBy(() -> append(segment, new byte[] {2}, 1))
                .hasMessageContaining("Input/output error");
        channel.syncFails = false;
        assertThatThrownBy(() -> append(segment, new byte[] {3}, 1))
                .as("what was wrong first")
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Input/output error");
        segment.close();
        assertThat(channel.isOpen()).isFalse();
        assertThat(Files.readAllBytes(file)).hasSize((int) size).startsWith(1, 2, 0);
        assertThat(segment.size()).isEqualTo(size);
    }

    @Test
    void ofTwoSyncsAtOnceEachHearsWhatCouldNotBeWritten() throws Exception {
        FaultyChannel first = new FaultyChannel(createFile());
        FaultyChannel second = new FaultyChannel(FileChannel.open(file, StandardOpenOption.WRITE));
        LocalSegment segment = open(first, second, BLOCK, 2);
        append(segment, new byte[] {1}, 1);
        first.begunSyncs.drainPermits();
        first.syncs.drainPermits();
        first.nextSyncFails.set(true);
        second.nextSyncFails.set(true);
        second.begunSyncs = first.begunSyncs;
        second.syncs = first.syncs;
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> sync(segment));
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> sync(segment));
        first.begunSyncs.acquire(2);
        first.syncs.release(2);

        assertThatThrownBy(one::join).hasRootCauseMessage("Input/output error");
        assertThatThrownBy(other::join).hasRootCauseMessage("Input/output error");
        segment.close();
        assertThat(first.isOpen()).isFalse();
        assertThat(second.isOpen()).isFalse();
    }

    private static void sync(LocalSegment segment) {
        try {
            segment.sync();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shortWritesAreGoneOnWith() throws IOException {
        FaultyChannel channel = new FaultyChannel(createFile());
        channel.mostAtATime = BLOCK;
        byte[] bytes = new byte[100_001];
        new Random(1).nextBytes(bytes);
        try (LocalSegment segment = open(channel, BLOCK, 8)) {
            append(segment, bytes, bytes.length);
        }
        assertThat(file).hasBinaryContent(bytes);
    }

    @Test
    void diskMayBecomeFullToTheLastBlock() throws IOException {
        FaultyChannel channel = new FaultyChannel(createFile());
        channel.room = 10 * BLOCK + 100;
        byte[] bytes = new byte[BLOCK];
        Arrays.fill(bytes, (byte) 7);
        LocalSegment segment = open(channel, BLOCK, 2);
        for (int i = 0; i < 10; i++) {
            append(segment, bytes, BLOCK);
        }
        assertThatThrownBy(() -> append(segment, bytes, BLOCK))
                .hasMessageContaining("No space left on device");
        segment.close();

        assertThat(Arrays.copyOf(Files.readAllBytes(file), 10 * BLOCK)).containsOnly(7);
    }

    @Test
    void zerosThatCannotBeCutOffStay() throws IOException {
        FaultyChannel channel = new FaultyChannel(createFile());
        channel.truncateFails = true;
        LocalSegment segment = open(channel, BLOCK, 2);
        append(segment, new byte[] {1}, 1);
        segment.close();

        assertThat(channel.isOpen()).isFalse();
        assertThat(file).hasSize(segment.size());
        assertThat(Files.readAllBytes(file)).startsWith(1, 0);
    }

    @Test
    void segmentsOfAPartFollowEachOther() throws IOException {
        LocalSegments segments = Objects.requireNonNull(LocalSegments.in("ext4", 4_096));
        byte[] bytes = new byte[700_001];
        for (int i = 1; i <= 3; i++) {
            Arrays.fill(bytes, (byte) i);
            Path next = directory.resolve("segment " + i);
            try (LocalSegment segment = segments.create(next)) {
                append(segment, bytes, i);
                append(segment, bytes, bytes.length - i);
            }
            assertThat(next).hasBinaryContent(bytes);
        }
        assertThatThrownBy(() -> segments.create(directory.resolve("segment 1")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(directory.resolve("segment 1")).hasSize(bytes.length);
    }

    @Test
    void writesDirectlyWhereThatIsKnownToWork() throws IOException {
        FileStore store = Files.getFileStore(directory);
        assumeTrue(Set.of("ext4", "xfs").contains(store.type()), store.type());
        LocalSegments segments = Objects.requireNonNull(LocalSegments.in(directory));
        segments.create(file).close();

        assertThat(segments.isDirect()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "ext4, 4096, true",
        "xfs, 512, true",
        "overlay, 65536, true",
        "ext4, 0, false",
        "ext4, 131072, false",
        "xfs, 3000, false",
        "nfs4, 4096, false",
        "ceph, 4194304, false",
        "zfs, 131072, false",
        "autofs, 4096, false",
        "fuse.sshfs, 4096, false"
    })
    void servesDisksThatWriteInPlace(String fileSystem, long blockSize, boolean serves) {
        assertThat(LocalSegments.in(fileSystem, blockSize) != null).isEqualTo(serves);
    }
}
