/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Describes windows, one for each key: of the last elements that were added, or of those of the
 * last span of time. A window belongs to one {@link PartitionProcedure}, and nothing else writes
 * it; queries may read it. Immutable; usually a constant. Functions may capture it.
 *
 * <pre>{@code
 * static final WindowSpec<String, String, Void> RECENT =
 *         WindowSpec.ofLast("recent", String.class, String.class, 100)
 *                 .partitionedBy(show -> show, String.class);
 *
 * votes.partitionBy(Vote::show, Types.STRING).procedure((partition, vote, transaction) -> {
 *     WindowAccess<String, Void> recent = partition.of(RECENT, vote.show());
 *     recent.add(vote.contestant());
 *     ...
 * }, Board.class, BALLOTS, RECENT);
 * }</pre>
 *
 * <p>A window is stored in two states, whose names queries use: {@link #contents} has its size and
 * its aggregate, {@link #slots} its elements. Between versions of the job, keep the name, the
 * types, and of a window of the last elements the size and the slide.
 *
 * @param <K> type of the keys, as of a {@link StateSpec}
 * @param <E> type of the elements
 * @param <A> type of the aggregate; Void if there is none
 */
@PublicEvolving
public final class WindowSpec<K, E, A> implements PartitionedSpec, Serializable {
    /** Most elements of a window of time, unless {@link #maxElements} says otherwise. */
    public static final int DEFAULT_MAX_ELEMENTS = 1_000_000;

    private static final long serialVersionUID = 1L;

    private static final String SLOTS = "-slots";
    private static final long MOST_SLOTS = Integer.MAX_VALUE;

    private final StateSpec<K, WindowContent<A>> contents;
    private final StateSpec<WindowSlot<K>, E> slots;
    private final WindowKind<E> kind;
    private final WindowAggregate<E, A> aggregation;

    private WindowSpec(
            StateSpec<K, WindowContent<A>> contents,
            StateSpec<WindowSlot<K>, E> slots,
            WindowKind<E> kind,
            WindowAggregate<E, A> aggregation) {
        this.contents = contents;
        this.slots = slots;
        this.kind = kind;
        this.aggregation = aggregation;
    }

    // ------------------------------------------------------------------ kinds

    /**
     * Describes windows of the last elements, into which each element comes at once.
     *
     * @param name unique in the job among states and windows
     * @param keyType class of the keys, without type parameters
     * @param elementType class of the elements, without type parameters
     * @param size most elements in a window, at least 1
     * @throws InvalidGraphException if the name or the size is invalid, or a type is null
     */
    public static <K, E> WindowSpec<K, E, Void> ofLast(
            String name, Class<K> keyType, Class<E> elementType, int size) {
        return ofLast(name, type(name, keyType), type(name, elementType), size, 1);
    }

    /**
     * Describes windows of the last elements.
     *
     * @param slide how many elements come in together, and as many go out of a full window; at
     *     least 1, at most the size
     */
    public static <K, E> WindowSpec<K, E, Void> ofLast(
            String name, Class<K> keyType, Class<E> elementType, int size, int slide) {
        return ofLast(name, type(name, keyType), type(name, elementType), size, slide);
    }

    /** Like {@link #ofLast(String, Class, Class, int, int)}, with type information. */
    public static <K, E> WindowSpec<K, E, Void> ofLast(
            String name,
            TypeInformation<K> keyType,
            TypeInformation<E> elementType,
            int size,
            int slide) {
        WindowChecks.checkSize(name, size, slide, 1, MOST_SLOTS / 2);
        return of(name, keyType, elementType, new WindowKind.Last<>(size, slide));
    }

    /**
     * Describes windows of time. Time is that of the elements, and is divided into slides; the
     * first begins with 1970. An element waits until its slide is closed, which the first element
     * of a later slide does, whatever the watermark says. In the window are the elements of the
     * last closed slides, as far as its size goes back; see also {@link #atOnce}.
     *
     * @param name as above
     * @param keyType as above
     * @param elementType as above
     * @param size span of time of a window, a multiple of the slide
     * @param slide length of a slide, at least a millisecond; the size itself for windows that do
     *     not overlap
     * @param timestamps gives the time of an element
     * @throws InvalidGraphException as above, and if the function is null
     */
    public static <K, E> WindowSpec<K, E, Void> ofTime(
            String name,
            Class<K> keyType,
            Class<E> elementType,
            Duration size,
            Duration slide,
            WindowTimestamp<E> timestamps) {
        return ofTime(name, type(name, keyType), type(name, elementType), size, slide, timestamps);
    }

    /**
     * Like {@link #ofTime(String, Class, Class, Duration, Duration, WindowTimestamp)}, with type
     * information.
     */
    public static <K, E> WindowSpec<K, E, Void> ofTime(
            String name,
            TypeInformation<K> keyType,
            TypeInformation<E> elementType,
            Duration size,
            Duration slide,
            WindowTimestamp<E> timestamps) {
        WindowChecks.checkGiven(name, "size", size);
        WindowChecks.checkGiven(name, "slide", slide);
        WindowChecks.checkGiven(name, "timestamp function", timestamps);
        long sizeMs = size.toMillis();
        long slideMs = slide.toMillis();
        WindowChecks.checkSize(name, sizeMs, slideMs, slideMs, Long.MAX_VALUE);
        return of(
                name,
                keyType,
                elementType,
                new WindowKind.Time<>(sizeMs, slideMs, timestamps, DEFAULT_MAX_ELEMENTS, false));
    }

    private static <K, E> WindowSpec<K, E, Void> of(
            String name,
            TypeInformation<K> keyType,
            TypeInformation<E> elementType,
            WindowKind<E> kind) {
        WindowChecks.checkGiven(name, "key type", keyType);
        WindowChecks.checkGiven(name, "element type", elementType);
        return new WindowSpec<>(
                contents(name, ValueTypes.of(keyType), Types.VOID),
                StateSpec.named(
                        name + SLOTS,
                        new WindowRecordType.OfSlot<>(ValueTypes.of(keyType)),
                        elementType),
                kind,
                WindowAggregate.none());
    }

    private static <K, A> StateSpec<K, WindowContent<A>> contents(
            String name, TypeInformation<K> keyType, TypeInformation<A> aggregateType) {
        return StateSpec.named(name, keyType, new WindowRecordType.OfContent<>(aggregateType));
    }

    // ------------------------------------------------------------------ refinements

    /**
     * Keeps an aggregate of the elements in each window, which changes with each element that comes
     * in or goes out, at a cost that does not depend on the size. A window without elements has
     * exactly the initial one.
     *
     * @param type class of the aggregate, without type parameters
     * @param initial aggregate of no elements
     * @param add adds an element
     * @param remove removes an element that was added before
     */
    public <B> WindowSpec<K, E, B> aggregate(
            Class<B> type, B initial, WindowFold<B, E> add, WindowFold<B, E> remove) {
        return aggregate(type(name(), type), initial, add, remove);
    }

    /** Like {@link #aggregate(Class, Object, WindowFold, WindowFold)}, with type information. */
    public <B> WindowSpec<K, E, B> aggregate(
            TypeInformation<B> type, B initial, WindowFold<B, E> add, WindowFold<B, E> remove) {
        WindowChecks.checkGiven(name(), "aggregate type", type);
        WindowChecks.checkGiven(name(), "initial aggregate", initial);
        WindowChecks.checkGiven(name(), "function that adds", add);
        WindowChecks.checkGiven(name(), "function that removes", remove);
        TypeInformation<B> own = ValueTypes.of(type);
        InitialValue<B> ofNothing =
                InitialValue.constant(
                        initial, own.createSerializer(new ExecutionConfig().getSerializerConfig()));
        StateSpec<K, WindowContent<B>> others = contents(name(), contents.keyType(), own);
        Partitioning<K, ?> partitioning = contents.partitioning();
        return new WindowSpec<>(
                partitioning == null ? others : partitioned(others, partitioning),
                slots,
                kind,
                new WindowAggregate<>(ofNothing, add, remove));
    }

    /** Like {@link StateSpec#partitionedBy(PartitionFunction, Class)}; a window must be so. */
    public <P> WindowSpec<K, E, A> partitionedBy(PartitionFunction<K, P> function, Class<P> type) {
        return partitionedBy(function, type(name(), type));
    }

    /** Like {@link #partitionedBy(PartitionFunction, Class)}, for types with parameters. */
    public <P> WindowSpec<K, E, A> partitionedBy(
            PartitionFunction<K, P> function, TypeInformation<P> type) {
        StateSpec<K, WindowContent<A>> partitioned = contents.partitionedBy(function, type);
        return new WindowSpec<>(
                partitioned,
                slots.partitionedBy(slot -> function.partition(slot.key()), type),
                kind,
                aggregation);
    }

    private static <K, V, P> StateSpec<K, V> partitioned(
            StateSpec<K, V> state, Partitioning<K, P> partitioning) {
        return state.partitionedBy(partitioning.function(), partitioning.type());
    }

    /**
     * Lets elements into a window of time at once, while their slide is open. The window has the
     * elements of the open slide then, and of as many closed ones as its size leaves room for.
     *
     * @throws InvalidGraphException of a window of the last elements
     */
    public WindowSpec<K, E, A> atOnce() {
        return new WindowSpec<>(contents, slots, WindowChecks.atOnce(name(), kind), aggregation);
    }

    /**
     * Sets how many elements a window of time may have, with those that wait. A transaction that
     * adds one more aborts with the reason {@code window is full}.
     *
     * @throws InvalidGraphException if it is less than 1, or of a window of the last elements
     */
    public WindowSpec<K, E, A> maxElements(int maxElements) {
        return new WindowSpec<>(
                contents, slots, WindowChecks.bounded(name(), kind, maxElements), aggregation);
    }

    // ------------------------------------------------------------------ for readers

    @Override
    public String name() {
        return contents.name();
    }

    /**
     * Returns the state, of the same name, that says of each window what its size and its aggregate
     * is, and where its elements are. Only to be read: a t-graph refuses it.
     */
    public StateSpec<K, WindowContent<A>> contents() {
        return contents;
    }

    /**
     * Returns the state, whose name is that of the window and {@code -slots}, that has the elements
     * of all windows. It also has elements that wait for their slide, and some that have left. Only
     * to be read: a t-graph refuses it.
     */
    public StateSpec<WindowSlot<K>, E> slots() {
        return slots;
    }

    /**
     * Returns the slots of the elements in a window, the oldest first.
     *
     * @param content of the same key, and of the same snapshot as the slots
     */
    public List<WindowSlot<K>> slotsOf(K key, WindowContent<A> content) {
        List<WindowSlot<K>> found = new ArrayList<>(content.size());
        for (long i = content.first(); i < content.first() + content.size(); i++) {
            found.add(new WindowSlot<>(key, content.slotOf(i)));
        }
        return found;
    }

    /**
     * Returns the elements in a window, the oldest first, out of what is in slots.
     *
     * @param content as above
     * @param stored what at least the slots of the window have
     */
    public List<E> elementsOf(K key, WindowContent<A> content, Map<WindowSlot<K>, E> stored) {
        List<E> elements = new ArrayList<>(content.size());
        for (WindowSlot<K> slot : slotsOf(key, content)) {
            E element = stored.get(slot);
            if (element == null) {
                throw new IllegalArgumentException(
                        "[TSP-1315] Cannot tell elements of window: one is missing, window="
                                + name()
                                + ", slot="
                                + slot
                                + ". Read the contents and the slots in one snapshot.");
            }
            elements.add(element);
        }
        return elements;
    }

    WindowKind<E> kind() {
        return kind;
    }

    WindowAggregate<E, A> aggregation() {
        return aggregation;
    }

    private static <T> TypeInformation<T> type(String name, @Nullable Class<T> type) {
        WindowChecks.checkGiven(name, "type", type);
        return ValueTypes.of(Objects.requireNonNull(type));
    }

    @Override
    public String toString() {
        return "WindowSpec[" + name() + ": " + contents.keyType() + ", " + kind + "]";
    }
}
