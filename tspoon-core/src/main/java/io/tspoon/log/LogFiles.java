/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a {@link FileLog}: {@code ROOT/<graph>/<part>/<sequence as 20 digits>.log}, and an
 * empty file {@code .deleted} with the last number of the segments that were deleted together.
 *
 * <p>Other files in the directory of a part are left alone.
 */
public final class LogFiles {
    private static final Pattern SEGMENT = Pattern.compile("([0-9]{20})\\.log");
    private static final Pattern DELETED = Pattern.compile("([0-9]{20})\\.deleted");
    private static final Pattern PART = Pattern.compile("[0-9]{1,9}");

    /** Characters that stay as they are in the name of a directory. */
    private static final String PLAIN =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

    private LogFiles() {}

    /**
     * Opens all parts at or below a path for reading, from their beginnings.
     *
     * @param path the root of a log, the directory of a t-graph or of a part, or a segment
     * @throws FileNotFoundException if there is no segment
     */
    public static List<FileLogReader> open(String path) throws IOException {
        Path root = new Path(path);
        FileSystem files = FileSystem.get(root.toUri());
        List<FileLogReader> readers = new ArrayList<>();
        Matcher segment = SEGMENT.matcher(root.getName());
        if (segment.matches()) {
            NavigableMap<Long, Long> one = new TreeMap<>();
            one.put(Long.valueOf(segment.group(1)), files.getFileStatus(root).getLen());
            readers.add(new FileLogReader(files, root.getParent(), one));
        } else {
            addParts(files, root.makeQualified(files), 2, readers);
        }
        if (readers.isEmpty()) {
            throw new FileNotFoundException(
                    "Cannot find log: no segments, path="
                            + path
                            + ". Give the directory of a log, of a t-graph or of a part, or a"
                            + " segment");
        }
        return readers;
    }

    private static void addParts(FileSystem files, Path path, int depth, List<FileLogReader> found)
            throws IOException {
        NavigableMap<Long, Long> segments = segments(files, path);
        if (!segments.isEmpty()) {
            found.add(new FileLogReader(files, path, segments));
        } else if (depth > 0) {
            List<Path> below = new ArrayList<>();
            for (DirectoryEntry entry : DirectoryEntry.list(files, path)) {
                if (entry.isDirectory()) {
                    below.add(new Path(path, entry.name()));
                }
            }
            below.sort(
                    (a, b) ->
                            a.getName().length() == b.getName().length()
                                    ? a.getName().compareTo(b.getName())
                                    : a.getName().length() - b.getName().length());
            for (Path directory : below) {
                addParts(files, directory, depth - 1, found);
            }
        }
    }

    /** The directory of a t-graph. Characters that may not suit a file system are written %XX. */
    static Path graph(Path root, String graph) {
        StringBuilder safe = new StringBuilder();
        for (byte b : graph.getBytes(StandardCharsets.UTF_8)) {
            boolean leadingDot = b == '.' && safe.length() == 0;
            boolean plain = PLAIN.indexOf(b & 0xFF) >= 0 && !leadingDot;
            if (plain) {
                safe.append((char) b);
            } else {
                safe.append('%').append(String.format("%02X", b & 0xFF));
            }
        }
        return new Path(root, safe.toString());
    }

    static Path part(Path root, String graph, int part) {
        return new Path(graph(root, graph), Integer.toString(part));
    }

    static Path segment(Path part, long sequence) {
        return new Path(part, String.format("%020d.log", sequence));
    }

    /** Indices of the parts in a t-graph's directory, ascending. */
    static List<Integer> parts(FileSystem files, Path graph) throws IOException {
        List<Integer> parts = new ArrayList<>();
        for (DirectoryEntry entry : DirectoryEntry.list(files, graph)) {
            String name = entry.name();
            if (entry.isDirectory() && PART.matcher(name).matches()) {
                parts.add(Integer.valueOf(name));
            }
        }
        parts.sort(null);
        return parts;
    }

    /** Sequence numbers and sizes of the segments in a part's directory. */
    static NavigableMap<Long, Long> segments(FileSystem files, Path part) throws IOException {
        NavigableMap<Long, Long> segments = new TreeMap<>();
        for (DirectoryEntry entry : DirectoryEntry.list(files, part)) {
            Matcher name = SEGMENT.matcher(entry.name());
            if (!entry.isDirectory() && name.matches()) {
                segments.put(Long.valueOf(name.group(1)), entry.bytes());
            }
        }
        return segments;
    }

    /** Says that segments up to a number were deleted, all that there were. */
    static Path deleted(Path part, long sequence) {
        return new Path(part, String.format("%020d.deleted", sequence));
    }

    /** The highest number of which {@link #deleted} says so; 0 if there is none. */
    static long lastDeleted(FileSystem files, Path part) throws IOException {
        NavigableSet<Long> all = allDeleted(files, part);
        return all.isEmpty() ? 0 : all.last();
    }

    /** The numbers of which {@link #deleted} says so. */
    static NavigableSet<Long> allDeleted(FileSystem files, Path part) throws IOException {
        NavigableSet<Long> all = new TreeSet<>();
        for (DirectoryEntry entry : DirectoryEntry.list(files, part)) {
            Matcher name = DELETED.matcher(entry.name());
            if (name.matches()) {
                all.add(Long.valueOf(name.group(1)));
            }
        }
        return all;
    }

    /** Creates a directory and those above it, durably. */
    static void createDirectories(FileSystem files, Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent == null || files.exists(directory)) {
            return;
        }
        createDirectories(files, parent);
        if (!files.mkdirs(directory)) {
            throw new IOException(
                    "Cannot create directory of log: the file system refuses, directory="
                            + directory
                            + ". See that the directory above it is writable");
        }
        force(files, parent);
    }

    /**
     * Makes a file, or the entries of a directory, durable if they are local; other file systems do
     * so by themselves, or when a stream is synced.
     */
    static void force(FileSystem files, Path path) throws IOException {
        if (areLocal(files)) {
            try (FileChannel channel = FileChannel.open(localPath(path), StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    /** Whether files are in directories of this machine, and work as on Unix. */
    static boolean areLocal(FileSystem files) {
        return "file".equals(files.getUri().getScheme()) && File.separatorChar == '/';
    }

    static java.nio.file.Path localPath(Path path) {
        return java.nio.file.Path.of(path.getPath());
    }

    /** What went wrong, in words for messages that name the file themselves. */
    static String reason(IOException e) {
        if (e instanceof FileSystemException local) {
            String kind = e.getClass().getSimpleName();
            return local.getReason() == null ? kind : local.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
