/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The files of one kind in the directory of a part, by their numbers.
 *
 * @param plain those whose names have the digits 0 to 9
 * @param foreign those with other digits, see {@link NumberedName}
 */
record NumberedFiles(
        NavigableMap<Long, SegmentFile> plain, NavigableMap<Long, SegmentFile> foreign) {

    static NumberedFiles list(FileSystem files, Path part, String suffix) throws IOException {
        NumberedFiles found = new NumberedFiles(new TreeMap<>(), new TreeMap<>());
        for (DirectoryEntry entry : DirectoryEntry.list(files, part)) {
            NumberedName name = NumberedName.parse(entry.name(), suffix);
            if (!entry.isDirectory() && name != null) {
                (name.isPlain() ? found.plain : found.foreign)
                        .put(
                                name.number(),
                                new SegmentFile(new Path(part, entry.name()), entry.bytes()));
            }
        }
        return found;
    }

    /** All of them; if there are two of a number, the one with the digits 0 to 9. */
    NavigableMap<Long, SegmentFile> all() {
        if (foreign.isEmpty()) {
            return plain;
        }
        NavigableMap<Long, SegmentFile> all = new TreeMap<>(foreign);
        all.putAll(plain);
        return all;
    }

    /**
     * All of them as segments of one log. If there are two of a number, a run has not seen the
     * names with other digits, has accepted their loss, and has begun again from there: what it has
     * written counts. But what then is behind its last segment may be older or newer.
     */
    NavigableMap<Long, SegmentFile> segments() throws LogCorruptedException {
        NavigableMap<Long, SegmentFile> all = all();
        boolean isTwice = all.size() < plain.size() + foreign.size();
        if (isTwice && foreign.lastKey() > plain.lastKey()) {
            throw new LogCorruptedException(
                    "[TSP-3113] Cannot read log: of a number there are two segments, and it is not"
                            + " known which are older, last="
                            + plain.lastEntry().getValue().path()
                            + ", last with other digits="
                            + foreign.lastEntry().getValue().path()
                            + ". An earlier version wrote other digits, and a run with"
                            + " log-accept-loss went on without them. Move those files with other"
                            + " digits than 0 to 9 away that are older than that run");
        }
        return all;
    }
}
