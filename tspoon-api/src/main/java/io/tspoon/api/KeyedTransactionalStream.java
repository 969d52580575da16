/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * A keyed stream inside a t-graph. Its methods access state.
 *
 * <p>The first access to a state adds one stateful operator, which owns the state that the spec
 * names. After {@link AccessedStream#sameKey} it adds the state to the existing operator instead. A
 * t-graph may access a state in up to 32 places, each with elements and a function of its own:
 * their elements meet in the operator of the state, and what a function emits goes on from its
 * place.
 *
 * <p>Each method throws an {@link io.tspoon.transaction.InvalidGraphException} if the stream is not
 * keyed by the key type of the state, or if the state cannot be accessed in this place because
 *
 * <ul>
 *   <li>another t-graph of the job accesses a state of this name, or this one does so by another
 *       {@link StateSpec} object;
 *   <li>the state is also accessed by {@link TransactionalStream#transact}, or with other states of
 *       the same key;
 *   <li>the elements come from an access to this state, perhaps through other states.
 * </ul>
 *
 * <p>A write that violates the constraint of the spec aborts the transaction. The constraint is
 * checked at every write, even if the same transaction would overwrite the value later.
 *
 * @param <T> type of the elements
 * @param <K> type of the keys
 */
@PublicEvolving
public final class KeyedTransactionalStream<T, K> {
    private final GraphBuilder builder;
    private final KeyedElements<T, K> elements;

    KeyedTransactionalStream(GraphBuilder builder, KeyedElements<T, K> elements) {
        this.builder = builder;
        this.elements = elements;
    }

    /**
     * Says for which elements the access that follows may abort its transaction: by {@code abort}
     * in its function, by {@code check}, by the constraint of the state, or because the key exists.
     * With {@link io.tspoon.transaction.ConcurrencyControl#DETERMINISTIC}, accesses of transactions
     * that cannot abort are final at once where the values that they see are; with others, this
     * means nothing.
     *
     * <p>If nothing is said, {@code read} and {@code delete} never abort, {@code update} and {@code
     * write} only if the state has a constraint, and {@code check}, {@code insert} and {@code
     * apply} may always. An access that aborts although this says that it does not fails the job.
     * Behind {@code sameKey}, where elements are not known at the entrance, all of them may abort
     * if some may.
     *
     * <p>A function that throws for a {@linkplain TransactionalGraph#openCalls call} aborts it,
     * too. So if nothing is said, each access that calls come to may abort. If this says that it
     * does not, and its function throws, the job fails.
     *
     * @param elements true for those whose access may abort; called when they enter, so it must
     *     always say the same of an element
     */
    public KeyedTransactionalStream<T, K> failsOnlyIf(FilterFunction<T> elements) {
        builder.checkGiven("keyBy", "failure predicate", elements);
        return new KeyedTransactionalStream<>(
                builder, this.elements.with(Failures.onlyIf(elements)));
    }

    /**
     * As {@link #failsOnlyIf}, for no element at all. A function that throws then fails the job,
     * for a call, too, and so does one that triggers more than {@link
     * io.tspoon.transaction.TriggerTarget#MAX_TRIGGERED}.
     */
    public KeyedTransactionalStream<T, K> neverFails() {
        return new KeyedTransactionalStream<>(builder, elements.with(Failures.never()));
    }

    /**
     * Reads the value of each element's key, writes a new one and emits it.
     *
     * @param spec the state
     * @param function computes the new value
     */
    public <V> AccessedStream<V, K> update(StateSpec<K, V> spec, UpdateFunction<V, T> function) {
        return add(spec, AccessMode.UPDATE, new Accesses.Update<>(function));
    }

    /**
     * Reads the value of each element's key, writes a new one and emits an output.
     *
     * @param spec the state
     * @param function computes the new value
     * @param output computes the output
     * @param type class of the output, without type parameters
     */
    public <V, O> AccessedStream<O, K> update(
            StateSpec<K, V> spec,
            UpdateFunction<V, T> function,
            OutputFunction<V, T, O> output,
            Class<O> type) {
        return update(spec, function, output, type(spec, type));
    }

    /**
     * Like {@link #update(StateSpec, UpdateFunction, OutputFunction, Class)}, for types with
     * parameters.
     */
    public <V, O> AccessedStream<O, K> update(
            StateSpec<K, V> spec,
            UpdateFunction<V, T> function,
            OutputFunction<V, T, O> output,
            TypeInformation<O> type) {
        AccessFunction<T, V, O> access = new Accesses.UpdateWithOutput<>(function, output);
        return add(spec, AccessModes.always(AccessMode.UPDATE), access, type);
    }

    /**
     * Reads the value of each element's key and emits an output. Writes nothing, so readers of one
     * key do not delay each other.
     *
     * @param spec the state
     * @param function computes the output
     * @param type class of the output, without type parameters
     */
    public <V, O> AccessedStream<O, K> read(
            StateSpec<K, V> spec, ReadFunction<V, T, O> function, Class<O> type) {
        return read(spec, function, type(spec, type));
    }

    /** Like {@link #read(StateSpec, ReadFunction, Class)}, for types with parameters. */
    public <V, O> AccessedStream<O, K> read(
            StateSpec<K, V> spec, ReadFunction<V, T, O> function, TypeInformation<O> type) {
        return add(spec, AccessModes.always(AccessMode.READ), new Accesses.Read<>(function), type);
    }

    /**
     * Aborts the transaction unless a condition holds for the value of each element's key, and
     * emits the element. Writes nothing, so readers of one key do not delay each other. The
     * condition holds when the transaction takes effect, whatever other keys it writes: an asset
     * moves only if an account has enough, for example.
     *
     * @param spec the state
     * @param function the condition
     * @param rule the condition in words; the reason of an abort names it
     */
    public <V> AccessedStream<T, K> check(
            StateSpec<K, V> spec, CheckFunction<V, T> function, String rule) {
        checkGiven(spec);
        builder.checkGiven(spec.name(), "rule", rule);
        return add(
                spec,
                AccessModes.always(AccessMode.READ),
                new Accesses.Check<>(function, rule),
                elements.type());
    }

    /**
     * Writes a value for each element's key without reading the previous one, and emits it.
     *
     * @param spec the state
     * @param function computes the value
     */
    public <V> AccessedStream<V, K> write(StateSpec<K, V> spec, WriteFunction<T, V> function) {
        return add(spec, AccessMode.WRITE, new Accesses.Write<>(function));
    }

    /**
     * Writes the first value of each element's key and emits it. If the key already has a value,
     * aborts the transaction with the reason {@code key exists}.
     *
     * <p>At PL1 and PL2 with timestamps, two transactions that do not see each other may both
     * insert a key; one of the updates is lost.
     *
     * @param spec the state
     * @param function computes the value
     */
    public <V> AccessedStream<V, K> insert(StateSpec<K, V> spec, WriteFunction<T, V> function) {
        return add(spec, AccessMode.UPDATE, new Accesses.Insert<>(function));
    }

    /**
     * Like {@link #insert(StateSpec, WriteFunction)}, but emits an output instead of the value,
     * such as the element: {@code insert(ORDERS, Order::lines, (lines, order) -> order,
     * Order.class)}.
     *
     * @param spec the state
     * @param function computes the value
     * @param output computes the output
     * @param type class of the output, without type parameters
     */
    public <V, O> AccessedStream<O, K> insert(
            StateSpec<K, V> spec,
            WriteFunction<T, V> function,
            OutputFunction<V, T, O> output,
            Class<O> type) {
        return insert(spec, function, output, type(spec, type));
    }

    /**
     * Like {@link #insert(StateSpec, WriteFunction, OutputFunction, Class)}, for types with
     * parameters.
     */
    public <V, O> AccessedStream<O, K> insert(
            StateSpec<K, V> spec,
            WriteFunction<T, V> function,
            OutputFunction<V, T, O> output,
            TypeInformation<O> type) {
        AccessFunction<T, V, O> access = new Accesses.InsertWithOutput<>(function, output);
        return add(spec, AccessModes.always(AccessMode.UPDATE), access, type);
    }

    /**
     * Removes the value of each element's key, if any, and emits the element. Later reads of the
     * key see the initial value of the state again.
     *
     * @param spec the state
     */
    public <V> AccessedStream<T, K> delete(StateSpec<K, V> spec) {
        return add(
                spec,
                AccessModes.always(AccessMode.WRITE),
                new Accesses.Delete<T, V>(),
                elements.type());
    }

    /**
     * Runs a function that can freely access the value of each element's key.
     *
     * @param spec the state
     * @param function reads, writes, deletes, emits, aborts
     * @param type class of the emitted elements, without type parameters
     */
    public <V, O> AccessedStream<O, K> apply(
            StateSpec<K, V> spec, StatefulFunction<V, T, O> function, Class<O> type) {
        return apply(spec, function, type(spec, type));
    }

    /** Like {@link #apply(StateSpec, StatefulFunction, Class)}, for types with parameters. */
    public <V, O> AccessedStream<O, K> apply(
            StateSpec<K, V> spec, StatefulFunction<V, T, O> function, TypeInformation<O> type) {
        return add(
                spec, AccessModes.always(AccessMode.UPDATE), new Accesses.Apply<>(function), type);
    }

    /**
     * Runs a function that can access the value of each element's key within the limits of a mode,
     * which depends on the element. Elements that only read, or write without reading, need not
     * wait as updates do.
     *
     * @param spec the state
     * @param mode returns what the access for an element may do; a function that does more fails
     *     the job
     * @param function reads, writes, deletes, emits, aborts
     * @param type class of the emitted elements, without type parameters
     */
    public <V, O> AccessedStream<O, K> apply(
            StateSpec<K, V> spec,
            KeySelector<T, AccessMode> mode,
            StatefulFunction<V, T, O> function,
            Class<O> type) {
        return apply(spec, mode, function, type(spec, type));
    }

    /**
     * Like {@link #apply(StateSpec, KeySelector, StatefulFunction, Class)}, for types with
     * parameters.
     */
    public <V, O> AccessedStream<O, K> apply(
            StateSpec<K, V> spec,
            KeySelector<T, AccessMode> mode,
            StatefulFunction<V, T, O> function,
            TypeInformation<O> type) {
        return add(spec, AccessModes.by(mode), new Accesses.Apply<>(function), type);
    }

    private <O> TypeInformation<O> type(StateSpec<K, ?> spec, @Nullable Class<O> type) {
        checkGiven(spec);
        builder.checkGiven(spec.name(), "result type", type);
        return ValueTypes.of(Objects.requireNonNull(type));
    }

    /** Adds an access that emits the value that it writes. */
    private <V> AccessedStream<V, K> add(
            StateSpec<K, V> spec, AccessMode mode, AccessFunction<T, V, V> function) {
        checkGiven(spec);
        return add(spec, AccessModes.always(mode), function, spec.valueType());
    }

    private <V, O> AccessedStream<O, K> add(
            StateSpec<K, V> spec,
            AccessModes<T> modes,
            AccessFunction<T, V, O> function,
            TypeInformation<O> type) {
        checkGiven(spec);
        return builder.state(elements, spec, modes, function, type);
    }

    private void checkGiven(@Nullable StateSpec<K, ?> spec) {
        builder.checkGiven("keyBy", "state", spec);
    }
}
