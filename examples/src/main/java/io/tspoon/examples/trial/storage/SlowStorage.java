/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial.storage;

import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;

import java.net.URI;

/**
 * Makes the file system {@code slow:}, which is the local one at a rate: {@code slow:///tmp/a} is
 * the file {@code /tmp/a}.
 *
 * <p>The rate is that of the process, each direction for itself; so it and the counters are static.
 */
public final class SlowStorage implements FileSystemFactory {
    /** What {@link FileSystem#initialize} reads. */
    public static final ConfigOption<MemorySize> RATE =
            ConfigOptions.key("slow.bytes-per-second")
                    .memoryType()
                    .defaultValue(MemorySize.ZERO)
                    .withDescription("Bytes per second in each direction; 0 for no limit.");

    static final Throttle READ = new Throttle(System::nanoTime);
    static final Throttle WRITTEN = new Throttle(System::nanoTime);
    private static final String SCHEME = "slow";
    private static final String LOCAL_SCHEME = "file";

    /** The URI of a local file or directory in this file system. */
    public static String uri(String local) {
        return SCHEME + ":" + URI.create(local).getPath();
    }

    /** The local path of a URI in this file system, or in the local one. */
    public static java.nio.file.Path local(String uri) {
        return java.nio.file.Path.of(URI.create(uri).getPath());
    }

    /** The same file in the local file system. */
    static Path local(Path path) {
        return new Path(LOCAL_SCHEME, null, path.toUri().getPath());
    }

    /** A file of the local file system in this one. */
    static Path slow(Path local) {
        return new Path(SCHEME, null, local.toUri().getPath());
    }

    /** How many bytes the process has read so far. */
    public static long bytesRead() {
        return READ.moved();
    }

    /** How many bytes the process has written so far. */
    public static long bytesWritten() {
        return WRITTEN.moved();
    }

    @Override
    public void configure(Configuration configuration) {
        double rate = (double) configuration.get(RATE).getBytes();
        READ.setRate(rate);
        WRITTEN.setRate(rate);
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
        return new SlowFileSystem();
    }
}
