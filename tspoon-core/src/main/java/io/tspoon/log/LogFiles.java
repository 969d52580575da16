/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The files of a {@link FileLog}: {@code ROOT/<graph>/<part>/<sequence as 20 digits>.log}, and an
 * empty file {@code .deleted} with the last number of the segments that were deleted together.
 *
 * <p>Other files in the directory of a part are left alone.
 */
@Internal
public final class LogFiles {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
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
        NumberedName segment = NumberedName.parse(root.getName(), NumberedName.SEGMENT);
        if (segment != null) {
            NavigableMap<Long, SegmentFile> one = new TreeMap<>();
            one.put(segment.number(), new SegmentFile(root, bytes(files, root)));
            readers.add(new FileLogReader(files, root.getParent(), one));
        } else {
            addParts(files, root.makeQualified(files), 2, readers);
        }
        if (readers.isEmpty()) {
            throw new FileNotFoundException(
                    "[TSP-3114] Cannot find log: no segments, path="
                            + path
                            + ". Give the directory of a log, of a t-graph or of a part, or a"
                            + " segment");
        }
        return readers;
    }

    private static void addParts(FileSystem files, Path path, int depth, List<FileLogReader> found)
            throws IOException {
        NavigableMap<Long, SegmentFile> segments = segments(files, path);
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
                safe.append('%').append(HEX.toHexDigits(b));
            }
        }
        return new Path(root, safe.toString());
    }

    static Path part(Path root, String graph, int part) {
        return new Path(graph(root, graph), Integer.toString(part));
    }

    static Path segment(Path part, long sequence) {
        return new Path(part, NumberedName.of(sequence, NumberedName.SEGMENT));
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

    /** The segments in a part's directory, by their sequence numbers. */
    static NavigableMap<Long, SegmentFile> segments(FileSystem files, Path part)
            throws IOException {
        return NumberedFiles.list(files, part, NumberedName.SEGMENT).segments();
    }

    /** Says that segments up to a number were deleted, all that there were. */
    static Path deleted(Path part, long sequence) {
        return new Path(part, NumberedName.of(sequence, NumberedName.DELETED));
    }

    /** The highest number of which {@link #deleted} says so; 0 if there is none. */
    static long lastDeleted(FileSystem files, Path part) throws IOException {
        NavigableMap<Long, SegmentFile> all = allDeleted(files, part);
        return all.isEmpty() ? 0 : all.lastKey();
    }

    /** The files that say so, by their numbers. */
    static NavigableMap<Long, SegmentFile> allDeleted(FileSystem files, Path part)
            throws IOException {
        return NumberedFiles.list(files, part, NumberedName.DELETED).all();
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
                    "[TSP-3001] Cannot create directory of log: the file system refuses, directory="
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
        String name = path.getName();
        return NumberedName.isForeign(name)
                ? localPath(path.getParent()).resolve(NumberedName.foreign(name))
                : java.nio.file.Path.of(path.getPath());
    }

    /** Opens a file for reading. */
    static InputStream open(FileSystem files, Path path, long offset) throws IOException {
        if (needsBytes(files, path)) {
            return Channels.newInputStream(
                    FileChannel.open(localPath(path), StandardOpenOption.READ).position(offset));
        }
        FSDataInputStream in = files.open(path);
        in.seek(offset);
        return in;
    }

    private static long bytes(FileSystem files, Path path) throws IOException {
        return needsBytes(files, path)
                ? Files.size(localPath(path))
                : files.getFileStatus(path).getLen();
    }

    /** Deletes a file, if it is there. */
    static void delete(FileSystem files, Path path) throws IOException {
        if (needsBytes(files, path)) {
            Files.deleteIfExists(localPath(path));
        } else if (!files.delete(path, false) && files.exists(path)) {
            throw new IOException("the file system refuses");
        }
    }

    /** Flink's local file system finds only names that the encoding of the process has. */
    private static boolean needsBytes(FileSystem files, Path path) {
        return NumberedName.isForeign(path.getName()) && areLocal(files);
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
