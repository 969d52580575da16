/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * A real file system on its own disk, which is a file on this machine. It can be filled to the last
 * byte and slowed down. Slowing needs the blkio controller of control groups, version 1.
 */
public final class SmallDisk implements AutoCloseable {
    private static final int SIZE_MB = 64;
    private static final int BALLAST_STEP_BYTES = 4_096;
    private static final Path CONTROL = Path.of("/sys/fs/cgroup/blkio");
    private static final String LIMIT = "blkio.throttle.write_iops_device";

    private final Path root;
    private final Path ballast;
    private final String device;
    private final Path group;

    private SmallDisk(Path root, String device) {
        this.root = root;
        this.device = device;
        ballast = root.resolve("ballast");
        group = CONTROL.resolve("tspoon-" + ProcessHandle.current().pid());
    }

    /** Why there can be no such disk here; empty if there can. */
    public static Optional<String> obstacle() {
        return Shell.obstacle("mkfs.ext4", "losetup", "mount", "umount")
                .or(
                        () ->
                                Files.exists(Path.of("/dev/loop-control"))
                                        ? Optional.empty()
                                        : Optional.of("there are no loop devices"));
    }

    /** Why disks cannot be slowed down here; empty if they can. */
    public static Optional<String> obstacleToSlowing() {
        return Files.exists(CONTROL.resolve(LIMIT))
                ? Optional.empty()
                : Optional.of("there is no control group blkio of version 1");
    }

    /**
     * Creates a disk.
     *
     * @param directory existing directory for its file and its mount point
     */
    public static SmallDisk create(Path directory) throws IOException, InterruptedException {
        Path image = directory.resolve("disk.img");
        Path root = Files.createDirectories(directory.resolve("disk"));
        Shell.run("truncate -s " + SIZE_MB + "m", image);
        Shell.run("mkfs.ext4 -q -m 0", image);
        String device = Shell.run("losetup -f --show", image);
        try {
            Shell.run("mount " + device, root);
        } catch (IOException e) {
            Shell.run("losetup -d " + device);
            throw e;
        }
        return new SmallDisk(root, device);
    }

    /** The mount point. */
    public Path root() {
        return root;
    }

    /** Uses up all space that is left. */
    public void fill() throws IOException {
        ByteBuffer step = ByteBuffer.allocateDirect(BALLAST_STEP_BYTES);
        try (FileChannel file =
                FileChannel.open(
                        ballast,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND)) {
            long most = (long) SIZE_MB << 20;
            for (long written = 0; written < most; written += BALLAST_STEP_BYTES) {
                step.clear();
                file.write(step);
            }
        } catch (IOException e) {
            return;
        }
        throw new IOException("Cannot fill disk: it takes more than it holds, disk=" + root);
    }

    /** Frees the space that {@link #fill} has used. */
    public void empty() throws IOException {
        Files.deleteIfExists(ballast);
    }

    /** Limits these processes to the given number of writes per second on this disk. */
    public void slow(int writesPerSecond, List<Long> processes)
            throws IOException, InterruptedException {
        Files.createDirectories(group);
        String name = device.substring(device.lastIndexOf('/') + 1);
        String number = Files.readString(Path.of("/sys/block", name, "dev")).strip();
        Files.writeString(group.resolve(LIMIT), number + " " + writesPerSecond);
        move(processes, group);
    }

    /** Undoes {@link #slow}. */
    public void hasten(List<Long> processes) throws IOException {
        move(processes, CONTROL);
        Files.delete(group);
    }

    private static void move(List<Long> processes, Path group) throws IOException {
        for (long process : processes) {
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(process));
        }
    }

    /** Unmounts the disk. The processes that used it must have ended. */
    @Override
    public void close() throws IOException, InterruptedException {
        Shell.run("umount", root);
        Shell.run("losetup -d " + device);
    }
}
