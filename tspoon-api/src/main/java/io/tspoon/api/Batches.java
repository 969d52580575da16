/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.batch.BatchNames;
import io.tspoon.runtime.batch.BatchRule;
import io.tspoon.runtime.batch.BatchRules;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Objects;

/**
 * Says which elements of a stream are one transaction together; for {@link
 * TransactionalGraph#openBatches}.
 *
 * <pre>{@code
 * Batches.ofCount(100).within(Duration.ofMillis(20))
 * Batches.byKey(Payment::file, Payment::isLast)
 * Batches.byKeyAndSize(Payment::file, Payment::sizeOfFile).abandonAfter(Duration.ofHours(1))
 * Batches.byWatermark()
 * Batches.ofCount(100).rejecting()
 * }</pre>
 *
 * <p>Elements that wait for others of their batch are part of checkpoints and savepoints, and no
 * checkpoint ends a batch. A batch with more elements than {@link #atMost}, or more than 16 MiB as
 * serialized, is aborted. An instance does not change.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class Batches<T> {
    private static final String OPERATION = "openBatches";
    private static final int DEFAULT_MOST = 10_000;
    private static final int LARGEST_MOST = 100_000;
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Kind<T> kind;

    /** How long a batch waits; null if as long as it takes. */
    private final @Nullable Duration time;

    private final int most;

    /** Whether what aborts for an element undoes that element alone. */
    private final boolean rejecting;

    /**
     * A kind of batches.
     *
     * @param description for messages
     * @param count of the elements; 0 if it is not given
     * @param names gives the key of an element's batch; null if batches have none
     * @param last says which element is the last; null if none does
     * @param sizes says how many elements there are; null if nothing does
     */
    private record Kind<T>(
            String description,
            int count,
            @Nullable KeySelector<T, String> names,
            @Nullable FilterFunction<T> last,
            @Nullable MapFunction<T, Integer> sizes) {}

    /** Refuses a time that the kind of batches has no use for. */
    private Batches<T> timed(String setting, boolean fits, String kinds, @Nullable Duration limit) {
        if (!fits) {
            throw new InvalidGraphException(
                    "[TSP-1370] Cannot set time of batches: it is not for batches of this kind,"
                            + " setting="
                            + setting
                            + ", batches="
                            + kind.description
                            + ". Leave the call out: it is for "
                            + kinds
                            + ".");
        }
        if (limit == null || limit.toMillis() < 1 || limit.compareTo(LONGEST) > 0) {
            throw new InvalidGraphException(
                    "[TSP-1371] Cannot set time of batches: it is not from 1 ms to 36,500 days,"
                            + " setting="
                            + setting
                            + ", time="
                            + limit
                            + ". Leave it out to let batches wait as long as it takes.");
        }
        return new Batches<>(kind, limit, most, rejecting);
    }

    private Batches(Kind<T> kind, @Nullable Duration time, int most, boolean rejecting) {
        this.kind = kind;
        this.time = time;
        this.most = most;
        this.rejecting = rejecting;
    }

    private Batches(Kind<T> kind) {
        this(kind, null, DEFAULT_MOST, false);
    }

    /**
     * A batch is a number of elements, as they come to one coordinator of the t-graph. With an
     * input of parallelism 1 at PL4 that is the order of the input. When the input ends, what is
     * left is a batch.
     *
     * @param elements 1 to the most of a batch, see {@link #atMost}
     */
    public static <T> Batches<T> ofCount(int elements) {
        return new Batches<>(new Kind<>("ofCount", elements, null, null, null));
    }

    /**
     * A batch is the elements of one key up to one that says that it is the last. They may come
     * from any subtask of the stream. An element of the key that comes after the last one begins
     * another batch. When the input ends, batches without their last element are aborted.
     *
     * @param key of an element's batch, never null or empty
     * @param isLast whether an element is the last of its batch
     */
    public static <T> Batches<T> byKey(KeySelector<T, String> key, FilterFunction<T> isLast) {
        return new Batches<>(new Kind<>("byKey", 0, key, isLast, null));
    }

    /**
     * A batch is so many elements of one key as they say themselves. If they do not agree, the
     * largest number counts; a number below 1 counts as 1. When the input ends, batches that are
     * not whole are aborted.
     *
     * @param key of an element's batch, never null or empty
     * @param size number of the elements of its batch
     */
    public static <T> Batches<T> byKeyAndSize(
            KeySelector<T, String> key, MapFunction<T, Integer> size) {
        return new Batches<>(new Kind<>("byKeyAndSize", 0, key, null, size));
    }

    /**
     * A batch is all elements with a timestamp up to a watermark, as they have come to one
     * coordinator, that were in no batch before. So a source makes batches by the watermarks that
     * it gives. When the input ends, what is left is a batch.
     */
    public static <T> Batches<T> byWatermark() {
        return new Batches<>(new Kind<>("byWatermark", 0, null, null, null));
    }

    /**
     * Of {@link #ofCount}: ends a batch when this time has passed since its first element has come,
     * however few there are.
     *
     * @param limit 1 ms to 36,500 days
     */
    public Batches<T> within(Duration limit) {
        return timed("within", kind.description.equals("ofCount"), "ofCount", limit);
    }

    /**
     * Of batches by key: aborts a batch that is not whole when this time has passed since its first
     * element has come; what comes of it later is aborted, too. The batch is forgotten once nothing
     * more of it has come for as long again. The time begins anew when the job starts again. By
     * default such a batch waits.
     *
     * @param limit 1 ms to 36,500 days
     */
    public Batches<T> abandonAfter(Duration limit) {
        return timed("abandonAfter", isNamed(), "byKey or byKeyAndSize", limit);
    }

    /**
     * Sets the most elements of a batch; 10,000 by default. One with more is aborted.
     *
     * @param elements 1 to 100,000
     */
    public Batches<T> atMost(int elements) {
        return new Batches<>(kind, time, elements, rejecting);
    }

    /**
     * Rejects an element for which a function or a constraint aborts: what it has written, emitted,
     * triggered and set is undone, and the batch goes on with the others as if it had not been
     * there. The batch commits, even if all are rejected. {@link
     * io.tspoon.transaction.BatchElement#reasons} tells why one was. What is too large or too much
     * still aborts the batch, and so does what makes it unfit.
     *
     * <p>Each element comes to one procedure of a {@linkplain TransactionalStream#partitionBy
     * partition}, or to one state that is {@linkplain StateSpec#partitionedBy partitioned}, and to
     * nothing else: in front of it are only {@code map} and {@code filter}, and no other state is
     * behind it. Otherwise the t-graph is refused when it is closed.
     */
    public Batches<T> rejecting() {
        return new Batches<>(kind, time, most, true);
    }

    // ------------------------------------------------------------------ what the t-graph needs

    int most() {
        return most;
    }

    boolean isRejecting() {
        return rejecting;
    }

    /** Whether the key of its batch says where an element goes. */
    boolean isNamed() {
        return !kind.description.equals("ofCount") && !kind.description.equals("byWatermark");
    }

    /** Gives the key of an element's batch; only if there are such keys. */
    KeySelector<T, String> names() {
        return new BatchNames<>(Objects.requireNonNull(kind.names, "batches have no keys"));
    }

    /** Refuses what cannot be a batch. */
    void check(StreamExecutionEnvironment environment, String graph) {
        if (isNamed()) {
            boolean toLast = kind.description.equals("byKey");
            FunctionChecks.checkGiven(graph, OPERATION, "key of a batch", kind.names);
            FunctionChecks.checkGiven(
                    graph,
                    OPERATION,
                    toLast ? "function that tells the last element" : "size of a batch",
                    toLast ? kind.last : kind.sizes);
        }
        FunctionChecks.clean(environment, graph, OPERATION, "key of a batch", kind.names);
        FunctionChecks.clean(environment, graph, OPERATION, "last element", kind.last);
        FunctionChecks.clean(environment, graph, OPERATION, "size of a batch", kind.sizes);
        if (most < 1 || most > LARGEST_MOST) {
            throw new InvalidGraphException(
                    "[TSP-1372] Cannot open t-graph: batches cannot have so many elements at most,"
                            + " graph="
                            + graph
                            + ", atMost="
                            + most
                            + ". Take a number from 1 to "
                            + LARGEST_MOST
                            + ".");
        }
        if (kind.description.equals("ofCount") && (kind.count < 1 || kind.count > most)) {
            throw new InvalidGraphException(
                    "[TSP-1373] Cannot open t-graph: batches cannot have so many elements, graph="
                            + graph
                            + ", ofCount="
                            + kind.count
                            + ", atMost="
                            + most
                            + ". Take a number from 1 to that of atMost, or set atMost.");
        }
    }

    /** The rule for the open operator. */
    BatchRule<T> rule() {
        long timeMs = time == null ? BatchRule.FOREVER : time.toMillis();
        if (kind.last != null) {
            return new BatchRules.ToLast<>(names(), kind.last, timeMs);
        }
        if (kind.sizes != null) {
            return new BatchRules.ToSize<>(names(), kind.sizes, timeMs);
        }
        return kind.count > 0
                ? new BatchRules.OfCount<>(kind.count, timeMs)
                : new BatchRules.ToWatermark<>();
    }
}
