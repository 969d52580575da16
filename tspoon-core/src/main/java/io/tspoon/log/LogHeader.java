/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The header of a log segment: whose transactions follow, and which serializers wrote their bytes.
 *
 * <pre>
 *  bytes   field
 *  n       name of the t-graph, as a string (StringValue)
 *  4       part, index of the coordinator
 *  n       id of the job, as a string
 *  1       why the segment was begun, 0 a run of the job starts, 1 a checkpoint, 2 a savepoint
 *  8       id of that snapshot, or of the one that the run was restored from; 0 for none
 *  n       id of the job that took that snapshot, as a string; behind a minus if it had no log;
 *          empty for none, or if an earlier build took it without a log
 *  8       when the segment was begun, milliseconds since 1970
 *  1       identification of input elements, 0 by key, 1 by content; plus 2 if transactions may
 *          hold the input element
 *  4       number of inputs that may still be read again, each: key as a string, digest (8, 8)
 *  4       number of states, each: name as a string; length (4) and bytes of the key serializer's
 *          snapshot; length (4) and bytes of the value serializer's snapshot
 *  4, n    length and bytes of the snapshot of the serializer of emitted elements
 *  4, n    only if transactions may hold the input element: the same of its serializer
 *  8, 8    the cut; only if the part has marks, or if it follows one that has
 * </pre>
 *
 * @param graph name of the t-graph
 * @param part index of the coordinator
 * @param job id of the job that wrote the segment
 * @param beginning why the segment was begun
 * @param checkpoint id of that checkpoint or savepoint, or of the one that the run was restored
 *     from; 0 for none
 * @param checkpointJob id of the job that took it, because another job may take one of the same id;
 *     prefixed with a minus if that job had no log; empty for none, or if an earlier build took it
 *     without a log
 * @param createdMs when the segment was begun, in milliseconds since 1970
 * @param identification how input elements are recognized
 * @param awaited inputs logged in earlier segments that the source may still deliver again
 * @param states the states that the indices of {@link LoggedUpdate} refer to
 * @param element the serializer of the emitted elements
 * @param input the serializer of input elements; null if no transaction holds its own
 * @param cut what does not count of what was logged before; null if the log is not cut
 */
@Internal
public record LogHeader(
        String graph,
        int part,
        String job,
        Beginning beginning,
        long checkpoint,
        String checkpointJob,
        long createdMs,
        Identification identification,
        List<InputIdentity> awaited,
        List<LoggedState> states,
        LoggedSerializer element,
        @Nullable LoggedSerializer input,
        @Nullable Cut cut) {

    private static final int BY_CONTENT = 1;
    private static final int RETURNS_INPUTS = 2;
    private static final List<Beginning> BEGINNINGS = List.of(Beginning.values());

    /** An awaited input without a key, the smallest there is. */
    private static final long LEAST_INPUT_BYTES = 17;

    /** Why a segment was begun. */
    public enum Beginning {
        /** A run of the job starts, from a checkpoint or from scratch. */
        RUN,
        /** A checkpoint contains everything logged before; up to version 2, also a savepoint. */
        CHECKPOINT,
        /** A savepoint contains everything logged before. */
        SAVEPOINT
    }

    /**
     * Where the recovery of a run has cut the log: transactions with ids above one id, and up to
     * another one, do not count. What the run logs has higher ids.
     */
    public record Cut(long above, long upTo) {
        /** Nothing is cut off, but the log has marks. */
        public static final Cut NOTHING = new Cut(0, 0);

        public boolean covers(long id) {
            return above < id && id <= upTo;
        }
    }

    /** The header of a segment of a log that is not cut, and holds no input elements. */
    public LogHeader(
            String graph,
            int part,
            String job,
            Beginning beginning,
            long checkpoint,
            String checkpointJob,
            long createdMs,
            Identification identification,
            List<InputIdentity> awaited,
            List<LoggedState> states,
            LoggedSerializer element) {
        this(
                graph,
                part,
                job,
                beginning,
                checkpoint,
                checkpointJob,
                createdMs,
                identification,
                awaited,
                states,
                element,
                null,
                null);
    }

    /** The same header of a segment whose transactions may hold their input element. */
    public LogHeader returning(@Nullable LoggedSerializer inputs) {
        return with(inputs, cut);
    }

    /** The same header with a cut. */
    public LogHeader with(@Nullable Cut other) {
        return with(input, other);
    }

    private LogHeader with(@Nullable LoggedSerializer inputs, @Nullable Cut other) {
        return new LogHeader(
                graph,
                part,
                job,
                beginning,
                checkpoint,
                checkpointJob,
                createdMs,
                identification,
                awaited,
                states,
                element,
                inputs,
                other);
    }

    /** How an input element is found among the logged transactions. */
    public enum Identification {
        /** By the key that the user gives each transaction. */
        KEY,
        /** By a digest of the element's bytes. */
        CONTENT
    }

    /** Returns the bytes of the header, see {@link LogWriter#roll}. */
    public byte[] encode() throws IOException {
        return encode(Integer.MAX_VALUE).orElseThrow();
    }

    /**
     * Like {@link #encode()}, but returns nothing if the header is larger than a limit. Notices
     * that before it uses much more memory than the limit.
     *
     * @param limit in bytes
     */
    public Optional<byte[]> encode(int limit) throws IOException {
        if (awaited.size() * LEAST_INPUT_BYTES > limit) {
            return Optional.empty();
        }
        DataOutputSerializer out = new DataOutputSerializer(1024);
        StringValue.writeString(graph, out);
        out.writeInt(part);
        StringValue.writeString(job, out);
        out.writeByte(beginning.ordinal());
        out.writeLong(checkpoint);
        StringValue.writeString(checkpointJob, out);
        out.writeLong(createdMs);
        out.writeByte(
                (identification == Identification.KEY ? 0 : BY_CONTENT)
                        | (input == null ? 0 : RETURNS_INPUTS));
        out.writeInt(awaited.size());
        for (InputIdentity input : awaited) {
            StringValue.writeString(input.key(), out);
            out.writeLong(input.contentHigh());
            out.writeLong(input.contentLow());
            if (out.length() > limit) {
                return Optional.empty();
            }
        }
        out.writeInt(states.size());
        for (LoggedState state : states) {
            StringValue.writeString(state.name(), out);
            write(state.key(), out);
            write(state.value(), out);
        }
        write(element, out);
        if (input != null) {
            write(input, out);
        }
        if (cut != null) {
            out.writeLong(cut.above());
            out.writeLong(cut.upTo());
        }
        return out.length() > limit ? Optional.empty() : Optional.of(out.getCopyOfBuffer());
    }

    /** Reads a header, see {@link LogReader#header}. */
    public static LogHeader decode(byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        String graph = StringValue.readString(in);
        int part = in.readInt();
        String job = StringValue.readString(in);
        Beginning beginning = beginning(in.readByte());
        long checkpoint = in.readLong();
        String checkpointJob = StringValue.readString(in);
        long createdMs = in.readLong();
        int inputs = in.readUnsignedByte();
        LogHeader header =
                new LogHeader(
                        graph,
                        part,
                        job,
                        beginning,
                        checkpoint,
                        checkpointJob,
                        createdMs,
                        (inputs & BY_CONTENT) == 0 ? Identification.KEY : Identification.CONTENT,
                        awaited(in),
                        states(in),
                        serializer(in),
                        (inputs & RETURNS_INPUTS) == 0 ? null : serializer(in),
                        cut(in));
        if (in.available() != 0) {
            throw unreadable("bytes are left", in.available());
        }
        return header;
    }

    /** Whether the segment begins at a snapshot, which contains everything logged before. */
    public boolean beginsAtSnapshot() {
        return beginning != Beginning.RUN;
    }

    /** Absent at the end of a header without one; more or less than one is an error. */
    private static @Nullable Cut cut(DataInputDeserializer in) throws IOException {
        return in.available() < 2 * Long.BYTES ? null : new Cut(in.readLong(), in.readLong());
    }

    private static Beginning beginning(int code) throws LogCorruptedException {
        if (code < 0 || code >= BEGINNINGS.size()) {
            throw unreadable("why it was begun is not known", code);
        }
        return BEGINNINGS.get(code);
    }

    private static List<InputIdentity> awaited(DataInputDeserializer in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw unreadable("the number of awaited inputs is wrong", count);
        }
        List<InputIdentity> awaited = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            awaited.add(
                    new InputIdentity(StringValue.readString(in), in.readLong(), in.readLong()));
        }
        return awaited;
    }

    private static List<LoggedState> states(DataInputDeserializer in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw unreadable("the number of states is wrong", count);
        }
        List<LoggedState> states = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String name = StringValue.readString(in);
            states.add(new LoggedState(name, serializer(in), serializer(in)));
        }
        return states;
    }

    private static void write(LoggedSerializer serializer, DataOutputSerializer out)
            throws IOException {
        out.writeInt(serializer.snapshot().length);
        out.write(serializer.snapshot());
    }

    private static LoggedSerializer serializer(DataInputDeserializer in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw unreadable("a length is wrong", length);
        }
        byte[] snapshot = new byte[length];
        in.readFully(snapshot);
        return new LoggedSerializer(snapshot);
    }

    private static LogCorruptedException unreadable(String reason, int value) {
        return new LogCorruptedException(
                "[TSP-3108] Cannot read header of log segment: " + reason + ", value=" + value);
    }
}
