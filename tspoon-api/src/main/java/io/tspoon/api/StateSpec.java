/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexKind;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.RoutingKey;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes a state: its name, types, initial value and integrity constraint.
 *
 * <p>Both the job and its readers refer to the state by this object. Immutable; usually a constant.
 * Functions may capture it. Its initial value need not be {@code Serializable}: it travels in the
 * bytes of the type's serializer.
 *
 * <pre>{@code
 * static final StateSpec<String, Long> ACCOUNT_BALANCE =
 *     StateSpec.named("account_balance", String.class, Long.class)
 *         .initialValue(0L)
 *         .constraint("balance is not negative", balance -> balance >= 0);
 * }</pre>
 *
 * @param <K> key type; as with Flink's keyBy, its hash code must be the same in every process, and
 *     also in every later version of the program and its libraries: after a restore keys with
 *     another hash code are refused. The hash codes of enums and arrays differ between processes,
 *     so no part of a record or POJO may be of such a type, whatever its hashCode does. Instead of
 *     an enum, use its name. A class needs equals and hashCode, both by all that is written of it
 * @param <V> value type
 */
@PublicEvolving
public final class StateSpec<K, V> implements PartitionedSpec, Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final TypeInformation<K> keyType;
    private final TypeInformation<V> valueType;
    private final @Nullable V initialValue;
    private final @Nullable InitialValueFunction<K, V> initialValueFunction;
    private final @Nullable Constraint<V> constraint;
    private final String constraintName;
    private final @Nullable Partitioning<K, ?> partitioning;

    /** 0 if values do not expire. */
    private final long expireAfterMs;

    private final List<IndexDefinition> indexes;

    private StateSpec(
            String name,
            TypeInformation<K> keyType,
            TypeInformation<V> valueType,
            @Nullable V initialValue,
            @Nullable InitialValueFunction<K, V> initialValueFunction,
            @Nullable Constraint<V> constraint,
            String constraintName,
            @Nullable Partitioning<K, ?> partitioning,
            long expireAfterMs,
            List<IndexDefinition> indexes) {
        this.name = name;
        this.keyType = keyType;
        this.valueType = valueType;
        this.initialValue = initialValue;
        this.initialValueFunction = initialValueFunction;
        this.constraint = constraint;
        this.constraintName = constraintName;
        this.partitioning = partitioning;
        this.expireAfterMs = expireAfterMs;
        this.indexes = indexes;
    }

    /**
     * Describes a state.
     *
     * @param name unique in the job; part of the operator's uid, so keep it between versions
     * @param keyType class of the keys, without type parameters
     * @param valueType class of the values, without type parameters
     * @throws InvalidGraphException if the name is invalid or a type is null
     */
    public static <K, V> StateSpec<K, V> named(String name, Class<K> keyType, Class<V> valueType) {
        return named(
                name,
                ValueTypes.of(given(name, "key type", keyType)),
                ValueTypes.of(given(name, "value type", valueType)));
    }

    /** Like {@link #named(String, Class, Class)}, for types with type parameters. */
    public static <K, V> StateSpec<K, V> named(
            String name, TypeHint<K> keyType, TypeHint<V> valueType) {
        return named(
                name,
                ValueTypes.of(given(name, "key type", keyType)),
                ValueTypes.of(given(name, "value type", valueType)));
    }

    /** Like {@link #named(String, Class, Class)}, with type information. */
    public static <K, V> StateSpec<K, V> named(
            String name, TypeInformation<K> keyType, TypeInformation<V> valueType) {
        GraphTypes.checkName("state", name);
        given(name, "key type", keyType);
        given(name, "value type", valueType);
        return new StateSpec<>(
                name,
                ValueTypes.of(keyType),
                ValueTypes.of(valueType),
                null,
                null,
                null,
                "",
                null,
                0,
                List.of());
    }

    /**
     * Sets the value of keys that have none.
     *
     * @param value never null; must satisfy the constraint to be useful
     */
    public StateSpec<K, V> initialValue(V value) {
        given(name, "initial value, which may be left out,", value);
        return new StateSpec<>(
                name,
                keyType,
                valueType,
                value,
                null,
                constraint,
                constraintName,
                partitioning,
                expireAfterMs,
                indexes);
    }

    /**
     * Sets the value of keys that have none, by the key.
     *
     * <p>A key that was never written has no value: {@code exists} is false, and a scan does not
     * list it. To give keys values before the first transaction, {@linkplain
     * TransactionalGraph#load load} them.
     *
     * @param function gives equal values for equal keys, whenever and wherever it is called
     */
    public StateSpec<K, V> initialValue(InitialValueFunction<K, V> function) {
        given(name, "function for initial values, which may be left out,", function);
        return new StateSpec<>(
                name,
                keyType,
                valueType,
                null,
                function,
                constraint,
                constraintName,
                partitioning,
                expireAfterMs,
                indexes);
    }

    /**
     * Sets the condition that every written value must satisfy. A state has at most one constraint.
     *
     * @param rule the constraint in words; the reason of an abort names it
     * @param test returns whether a value satisfies the constraint
     * @throws InvalidGraphException if the state already has a constraint, or an argument is null
     */
    public StateSpec<K, V> constraint(String rule, Constraint<V> test) {
        given(name, "name of the constraint", rule);
        given(name, "constraint", test);
        if (constraint != null) {
            throw new InvalidGraphException(
                    "[TSP-1111] Cannot set constraint: the state has one, state="
                            + name
                            + ", constraint="
                            + constraintName
                            + ". Join both conditions in one constraint.");
        }
        return new StateSpec<>(
                name,
                keyType,
                valueType,
                initialValue,
                initialValueFunction,
                test,
                rule,
                partitioning,
                expireAfterMs,
                indexes);
    }

    /**
     * Says which keys are together. All that belongs to one partition, of all states that are
     * partitioned alike and accessed together, is in one instance of an operator, and is held
     * together: a {@link PartitionProcedure} comes to any of it.
     *
     * <p>Values, versions, constraints, results, the log and queries stay those of single keys. A
     * t-graph has at least as many partitions as should be worked on in parallel. Behind {@code
     * keyBy} a partitioned state can be accessed, too, by elements with a single key.
     *
     * <pre>{@code
     * static final StateSpec<Phone, Long> BALLOTS =
     *         StateSpec.named("ballots", Phone.class, Long.class)
     *                 .partitionedBy(Phone::show, String.class);
     * }</pre>
     *
     * @param function gives the partition of a key
     * @param type class of the partitions, without type parameters
     */
    public <P> StateSpec<K, V> partitionedBy(PartitionFunction<K, P> function, Class<P> type) {
        return partitionedBy(function, ValueTypes.of(given(name, "partition type", type)));
    }

    /** Like {@link #partitionedBy(PartitionFunction, Class)}, for types with parameters. */
    public <P> StateSpec<K, V> partitionedBy(
            PartitionFunction<K, P> function, TypeInformation<P> type) {
        given(name, "partition function", function);
        given(name, "partition type", type);
        return new StateSpec<>(
                name,
                keyType,
                valueType,
                initialValue,
                initialValueFunction,
                constraint,
                constraintName,
                new Partitioning<>(function, ValueTypes.of(type)),
                expireAfterMs,
                indexes);
    }

    /**
     * Lets values expire: one that was not written for this long, by the clocks of the machines, is
     * deleted. Each is deleted in a transaction of its own, whose result leaves the t-graph with
     * the entrance {@code timers}. Until then the value is there for all who read it. Reading does
     * not prolong its life.
     *
     * <p>A value that was written before its state had an expiry, or that was loaded, counts as
     * written when the job starts.
     *
     * @param duration at least a millisecond
     * @throws InvalidGraphException if it is shorter, or null
     */
    public StateSpec<K, V> expireAfter(Duration duration) {
        return new StateSpec<>(
                name,
                keyType,
                valueType,
                initialValue,
                initialValueFunction,
                constraint,
                constraintName,
                partitioning,
                TimerChecks.checkExpiry(name, duration),
                indexes);
    }

    /**
     * Keeps the keys of all entries sorted by a part of their values. Queries that filter or order
     * by the part then find their entries without looking at all others. What they answer stays the
     * same.
     *
     * <pre>{@code
     * static final StateSpec<Long, Account> ACCOUNTS =
     *         StateSpec.named("accounts", Long.class, Account.class)
     *                 .index("owner", Account::owner)
     *                 .index("balance", Account::balance);
     * }</pre>
     *
     * <p>Each instance of the state keeps its own entries in memory. An index may come and go
     * between versions of the job, as no snapshot has any of it: it is built anew after each start,
     * and until then queries look at all entries.
     *
     * @param part the name of the part, as the JSON of the values has it, such as {@code owner}, or
     *     {@code address/city}; any name if a value is a single number, text or the like
     * @param function gives the same part of a value
     * @throws InvalidGraphException if the part is of a type without an order, or with another
     *     order in JSON, or if the state has an index of that name
     */
    public <P extends Comparable<? super P>> StateSpec<K, V> index(
            String part, IndexFunction<V, P> function) {
        IndexChecks.checkName(name, part, indexes);
        given(name, "function of an index", function);
        IndexKind kind = IndexChecks.kindOf(name, part, function);
        boolean isWhole = IndexKind.of(valueType.getTypeClass()) != null;
        return with(
                new IndexDefinition(
                        part,
                        isWhole ? "/value" : "/value/" + part,
                        kind,
                        new IndexedPart<>(function)));
    }

    /**
     * Keeps the keys sorted. Queries for a range of keys, or for the first or last ones, then find
     * them without looking at all others.
     *
     * @throws InvalidGraphException if the keys are of a type without an order, or with another
     *     order in JSON
     */
    public StateSpec<K, V> sorted() {
        IndexChecks.checkName(name, IndexChecks.KEY, indexes);
        return with(
                new IndexDefinition(
                        IndexChecks.KEY,
                        "/key",
                        IndexChecks.kindOfKeys(name, keyType.getTypeClass()),
                        (key, value) -> key));
    }

    private StateSpec<K, V> with(IndexDefinition index) {
        List<IndexDefinition> more = new ArrayList<>(indexes);
        more.add(index);
        return new StateSpec<>(
                name,
                keyType,
                valueType,
                initialValue,
                initialValueFunction,
                constraint,
                constraintName,
                partitioning,
                expireAfterMs,
                List.copyOf(more));
    }

    /** What is indexed of its entries. */
    List<IndexDefinition> indexes() {
        return indexes;
    }

    /**
     * What every written value has to pass: the constraint, and the functions of indexes, which
     * must not throw. Null if there is neither.
     */
    StatePlan.@Nullable Check<V> check() {
        return indexes.isEmpty() ? constraint : new IndexedPart.Check<>(constraint, indexes);
    }

    /** How it is partitioned; null if it is not. */
    @Nullable Partitioning<K, ?> partitioning() {
        return partitioning;
    }

    /** By what keys are spread, for the engine. */
    RoutingKey routing() {
        return partitioning == null ? RoutingKey.ITSELF : partitioning.routing(name);
    }

    /**
     * Returns the updates that a transaction installed in this state.
     *
     * @param result the result of the transaction
     * @return the new value of each key that was written, null for one that was deleted; empty if
     *     the transaction aborted or did not write to this state
     */
    public Map<K, @Nullable V> updatesIn(TransactionResult<?> result) {
        Map<K, @Nullable V> updates = new LinkedHashMap<>();
        for (StateUpdate update : result.updates()) {
            if (update.state().equals(name)) {
                @SuppressWarnings("unchecked")
                K key = (K) update.key();
                @SuppressWarnings("unchecked")
                V value = (V) update.value();
                updates.put(key, value);
            }
        }
        return updates;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the type of the keys. */
    public TypeInformation<K> keyType() {
        return keyType;
    }

    /** Returns the type of the values. */
    public TypeInformation<V> valueType() {
        return valueType;
    }

    /**
     * Returns the value of keys that have none; null if there is no initial value, or if it depends
     * on the key.
     */
    public @Nullable V initialValue() {
        return initialValue;
    }

    /** Returns the value of this key if it has none; null if there is no initial value. */
    public @Nullable V initialValueOf(K key) {
        return initialValueFunction == null ? initialValue : initialValueFunction.initialValue(key);
    }

    /** The function for initial values; null if they do not depend on the key. */
    @Nullable InitialValueFunction<K, V> initialValueFunction() {
        return initialValueFunction;
    }

    /** The initial values, for the engine. */
    InitialValue<V> initialValues(TypeSerializer<V> serializer) {
        InitialValueFunction<K, V> function = initialValueFunction;
        return function == null
                ? InitialValue.constant(initialValue, serializer)
                : InitialValue.byKey(function::initialValue, serializer);
    }

    /** How long a value stays that is not written; 0 if it stays for good. */
    long expireAfterMs() {
        return expireAfterMs;
    }

    /** Returns the integrity constraint; null if there is none. */
    public @Nullable Constraint<V> constraint() {
        return constraint;
    }

    /** Returns the constraint in words; empty if there is none. */
    public String constraintName() {
        return constraintName;
    }

    private static <T> T given(String state, String what, T given) {
        if (given == null) {
            throw new InvalidGraphException(
                    "[TSP-1112] Cannot describe state: the "
                            + what
                            + " is null, state="
                            + state
                            + ". Pass one.");
        }
        return given;
    }

    private Object writeReplace() {
        return new Travelling<>(
                name,
                keyType,
                valueType,
                InitialValue.constant(
                        initialValue,
                        valueType.createSerializer(new ExecutionConfig().getSerializerConfig())),
                initialValueFunction,
                constraint,
                constraintName,
                partitioning,
                expireAfterMs,
                indexes);
    }

    /**
     * The form in which a spec is shipped with a function that uses it: values need not be
     * Serializable.
     */
    private record Travelling<K, V>(
            String name,
            TypeInformation<K> keyType,
            TypeInformation<V> valueType,
            InitialValue<V> initialValue,
            @Nullable InitialValueFunction<K, V> initialValueFunction,
            @Nullable Constraint<V> constraint,
            String constraintName,
            @Nullable Partitioning<K, ?> partitioning,
            long expireAfterMs,
            List<IndexDefinition> indexes)
            implements Serializable {
        private Object readResolve() {
            return new StateSpec<>(
                    name,
                    keyType,
                    valueType,
                    initialValue.ofAll(),
                    initialValueFunction,
                    constraint,
                    constraintName,
                    partitioning,
                    expireAfterMs,
                    indexes);
        }
    }

    @Override
    public String toString() {
        return "StateSpec[" + name + ": " + keyType + " -> " + valueType + "]";
    }
}
