/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The entry for one part of the log in the state of an open operator. A restore may give it to any
 * coordinator.
 *
 * <pre>
 *  bytes   field
 *  1       version, 3
 *  4       part
 *  4       how many logged inputs the source had not given again; since version 3
 *  4       number of savepoints that are kept, each: number (8), position (8); in version 1
 * </pre>
 *
 * @param part the part that was written when the snapshot was taken
 * @param awaited how many logged inputs the source had not given again; 0 if that is not known
 * @param savepoints where the segments of kept savepoints begin, as stored by version 1
 */
@Internal
public record PartEntry(int part, int awaited, List<Long> savepoints) {
    private static final int VERSION = 3;

    /** The version without the awaited inputs. */
    private static final int VERSION_WITHOUT_AWAITED = 2;

    /**
     * The version in which each coordinator's entry has the kept savepoints and where they begin.
     */
    private static final int VERSION_WITH_POSITIONS = 1;

    byte[] encode() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(9);
        out.writeByte(VERSION);
        out.writeInt(part);
        out.writeInt(awaited);
        return out.getCopyOfBuffer();
    }

    /** Reads an entry of any version. */
    static PartEntry decode(byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        int version = in.readByte();
        int part = in.readInt();
        return switch (version) {
            case VERSION -> new PartEntry(part, in.readInt(), List.of());
            case VERSION_WITHOUT_AWAITED -> new PartEntry(part, 0, List.of());
            case VERSION_WITH_POSITIONS -> new PartEntry(part, 0, positions(in));
            default ->
                    throw new IOException(
                            "[TSP-2014] Cannot restore open operator: unknown version of its state,"
                                    + " version="
                                    + version
                                    + ". Use a newer tspoon");
        };
    }

    private static List<Long> positions(DataInputDeserializer in) throws IOException {
        List<Long> positions = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            in.readLong(); // the number of a savepoint, which does not say of which job
            positions.add(in.readLong());
        }
        return positions;
    }
}
