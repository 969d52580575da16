/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An entry of a directory. A recovery assumes that what is not listed never existed. So a directory
 * that cannot be listed is an error, and only a directory that does not exist counts as empty.
 *
 * <p>Flink's local file system returns null in both cases, and omits entries that it fails to read.
 * Therefore local directories are read without it.
 */
record DirectoryEntry(String name, boolean isDirectory, long bytes) {
    /**
     * How often to look: a directory that is being created at that moment is not found at first.
     */
    private static final int LOOKS = 3;

    /**
     * All entries of a directory, in no order; none if it does not exist.
     *
     * @throws IOException if this cannot be determined
     */
    static List<DirectoryEntry> list(FileSystem files, Path directory) throws IOException {
        return LogFiles.areLocal(files) ? listLocal(directory) : listOther(files, directory);
    }

    private static List<DirectoryEntry> listLocal(Path directory) throws IOException {
        List<DirectoryEntry> entries = new ArrayList<>();
        try (DirectoryStream<java.nio.file.Path> found =
                Files.newDirectoryStream(LogFiles.localPath(directory))) {
            for (java.nio.file.Path file : found) {
                BasicFileAttributes attributes = attributes(file);
                if (attributes != null) {
                    entries.add(
                            new DirectoryEntry(
                                    name(file), attributes.isDirectory(), attributes.size()));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw failed(directory, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw failed(directory, e);
        }
        return entries;
    }

    /** A name that the encoding of this process may not have is taken for UTF-8. */
    private static String name(java.nio.file.Path file) {
        String name = file.getFileName().toString();
        boolean isAscii = name.chars().allMatch(c -> c < 0x80);
        return isAscii ? name : new File(file.toUri().getPath()).getName();
    }

    /** Null if the file was deleted meanwhile. */
    private static @Nullable BasicFileAttributes attributes(java.nio.file.Path file)
            throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static List<DirectoryEntry> listOther(FileSystem files, Path directory)
            throws IOException {
        for (int look = 0; look < LOOKS; look++) {
            FileStatus[] found = statuses(files, directory);
            if (found != null) {
                return Arrays.stream(found).map(DirectoryEntry::of).toList();
            }
            if (!files.exists(directory)) {
                return List.of();
            }
        }
        throw failed(directory, new IOException("it is there, but the file system lists nothing"));
    }

    private static DirectoryEntry of(FileStatus file) {
        return new DirectoryEntry(file.getPath().getName(), file.isDir(), file.getLen());
    }

    /** Null if the directory does not exist or cannot be listed. */
    private static FileStatus @Nullable [] statuses(FileSystem files, Path directory)
            throws IOException {
        try {
            return files.listStatus(directory);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private static IOException failed(Path directory, IOException cause) {
        return new IOException(
                "[TSP-3002] Cannot list directory of log: "
                        + LogFiles.reason(cause)
                        + ", directory="
                        + directory
                        + ". What is in it is not known. See that the file system is there, that"
                        + " the user of the process may read it, and how many files it may open",
                cause);
    }
}
