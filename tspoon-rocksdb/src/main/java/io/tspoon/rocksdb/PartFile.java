/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * A file that is being fetched, beside the kept ones, whose name says which process fetches it. It
 * is nothing to restore from. If its process is gone, it is left over.
 */
final class PartFile {
    private static final Logger LOG = LoggerFactory.getLogger(PartFile.class);
    private static final String PART = ".part-";

    /** Of the names of this process; others follow. */
    static final String SUFFIX = PART + process() + "-";

    private PartFile() {}

    /** Not the number alone: in a container each process may have the same. */
    private static String process() {
        ProcessHandle own = ProcessHandle.current();
        long startedMs = own.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return own.pid() + "." + startedMs;
    }

    static boolean is(Path file) {
        return file.getFileName().toString().contains(PART);
    }

    /**
     * Deletes one that another process has left.
     *
     * @param tooOldMs that nobody can be fetching it, whoever it was
     * @return nothing: it is not kept
     */
    static OptionalLong renew(Path file, long tooOldMs) throws IOException {
        boolean isOwn = file.getFileName().toString().contains(SUFFIX);
        try {
            if (!isOwn || Files.getLastModifiedTime(file).toMillis() < tooOldMs) {
                LOG.debug("Deleting file that was not fetched as a whole, file={}", file);
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            LOG.debug("File was fetched meanwhile, file={}", file, e);
        }
        return OptionalLong.empty();
    }
}
