/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.index.IndexStatus;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Futures;
import io.tspoon.query.bound.Timer;
import io.tspoon.query.json.JsonKeys;
import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.json.JsonType;
import io.tspoon.query.peer.HottestKey;
import io.tspoon.query.peer.KeyGroupLoads;
import io.tspoon.query.request.EntryTypes;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.PlacedEntry;
import io.tspoon.read.HotKey;
import io.tspoon.read.ReadableState;
import io.tspoon.read.StateInstance;
import io.tspoon.read.Values;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * An instance in this process. Converts its keys and values to and from JSON. Any thread may use
 * it.
 *
 * @param <K> key type
 * @param <V> value type
 */
@Internal
public final class LocalInstance<K, V> {
    /**
     * The values of keys, in the order of the keys. They are converted to JSON one by one, because
     * all at once may be large.
     *
     * @param <K> key type
     * @param <V> value type
     */
    public record Answer<K, V>(LocalInstance<K, V> instance, List<K> keys, Values<V> values) {
        int size() {
            return values.values().size();
        }

        /**
         * The value at a position; if the key is not found, the initial value, or null if there is
         * none.
         */
        public JsonNode value(int i) {
            V value = values.values().get(i);
            if (value == null) {
                return instance.initialValueOf(keys.get(i));
            }
            try {
                return instance.valueType.toJson(value);
            } catch (RuntimeException e) {
                throw instance.unwritable(keys.get(i), e);
            }
        }

        /** Looks whether indexes say of an entry what its JSON says. */
        void compare(int i, JsonNode key, JsonNode value) {
            instance.compare(keys.get(i), values.values().get(i), key, value);
        }

        /** Whether the key has a value. */
        public boolean found(int i) {
            return values.values().get(i) != null;
        }

        /** The highest timestamp among the values, see {@link Values}. */
        public long newest() {
            return values.newest();
        }
    }

    /** Maximum number of characters of a key in a message. */
    private static final int SHOWN = 100;

    private final ReadableState<K, V> state;
    private final StateInstance<K, V> description;
    private final JsonKeys<K> keys;
    private final JsonType<V> valueType;
    private final EntryTypes types;

    /** Of keys that all have the same; null in JSON otherwise. */
    private final JsonNode initialValue;

    private final ValueSizes valueSizes = new ValueSizes();
    private final List<LocalIndex> indexes;

    /** The keys that are accessed most here, hottest first, unless they cannot be written. */
    List<HottestKey> hottestKeys(int most) {
        List<HottestKey> hottest = new ArrayList<>();
        for (HotKey<K> hot : state.hottestKeys(most)) {
            try {
                JsonNode key = keys.type().toJson(hot.key());
                hottest.add(
                        new HottestKey(description.state(), description.index(), key, hot.share()));
            } catch (RuntimeException ignored) {
                // A read of the key says so; the other figures are of use all the same.
            }
        }
        return hottest;
    }

    /** How much the key groups here are accessed; of none if another state tells. */
    KeyGroupLoads keyGroupLoads(int most) {
        return KeyGroupLoads.of(
                description.state(),
                description.index(),
                description.parallelism(),
                state.keyGroupLoads(),
                most);
    }

    LocalInstance(ReadableState<K, V> state, JsonMapping mapping) {
        this.state = state;
        description = state.description();
        keys = mapping.keysOf(description.keyType());
        valueType = mapping.of(description.valueType());
        types = new EntryTypes(keys.type().schemaView(), valueType.schemaView());
        initialValue = valueType.toJson(description.initialOfAll());
        String where =
                "graph="
                        + description.graph()
                        + ", state="
                        + description.state()
                        + ", instance="
                        + description.index();
        indexes =
                state.indexes().stream().map(index -> new LocalIndex(index, types, where)).toList();
    }

    /** The index about a part, if there is one to be trusted; null if not. */
    @Nullable LocalIndex indexOf(String pointer) {
        for (LocalIndex index : indexes) {
            if (index.isTrusted() && index.pointer().equals(pointer)) {
                return index;
            }
        }
        return null;
    }

    /** How its indexes are. */
    List<IndexStatus> indexStatus() {
        List<IndexStatus> all = new ArrayList<>();
        for (IndexStatus status : state.indexStatus()) {
            boolean trusted =
                    indexes.stream()
                            .anyMatch(
                                    index ->
                                            index.isTrusted()
                                                    && index.name().equals(status.name()));
            all.add(trusted ? status : status.dropped());
        }
        return all;
    }

    /** Looks whether indexes say of an entry what its JSON says. */
    void compare(K key, @Nullable V value, JsonNode keyJson, JsonNode valueJson) {
        if (value != null) {
            for (LocalIndex index : indexes) {
                index.look(key, value, keyJson, valueJson);
            }
        }
    }

    ReadableState<K, V> state() {
        return state;
    }

    public StateInstance<K, V> description() {
        return description;
    }

    JsonKeys<K> keys() {
        return keys;
    }

    public JsonType<K> keyType() {
        return keys.type();
    }

    public JsonType<V> valueType() {
        return valueType;
    }

    /** The JSON types of its entries. */
    EntryTypes types() {
        return types;
    }

    /** The initial value that all keys have; null in JSON if they have none, or differ in it. */
    JsonNode initialValue() {
        return initialValue;
    }

    private JsonNode initialValueOf(K key) {
        if (!initialValue.isNull()) {
            return initialValue;
        }
        try {
            return valueType.toJson(description.initialValue().apply(key));
        } catch (RuntimeException e) {
            throw unwritable(key, e);
        }
    }

    /** The sizes of the values that were read in this process. */
    ValueSizes valueSizes() {
        return valueSizes;
    }

    public int ownerOf(JsonNode key) {
        return description.ownerOf(keyOf(key));
    }

    /** Reads a key that is asked for; refuses JSON that may stand for another one as well. */
    K keyOf(JsonNode json) {
        String lostField = keys.lostField();
        if (lostField != null) {
            throw invalidKey(
                    "TSP-4300",
                    "the JSON of the state's keys leaves out a field, so it does not tell which"
                            + " key is meant",
                    "field=" + lostField,
                    "Use a scan, which has all keys. " + JsonKeys.REMEDY);
        }
        K key;
        try {
            key = keyType().fromJson(json);
        } catch (IllegalArgumentException e) {
            throw new QueryException(FailureReason.INVALID_KEY, String.valueOf(e.getMessage()));
        }
        if (!KeyReading.isExact(keyType(), json, key)) {
            throw invalidKey(
                    "TSP-4311",
                    "it is read as another key",
                    "json=" + shown(json) + ", readAs=" + shown(keyType().toJson(key)),
                    "Write it as a scan does.");
        }
        return key;
    }

    private QueryException invalidKey(String code, String why, String values, String fix) {
        return new QueryException(
                FailureReason.INVALID_KEY,
                "["
                        + code
                        + "] Cannot read key: "
                        + why
                        + ", state="
                        + description.state()
                        + ", "
                        + values
                        + ". "
                        + fix);
    }

    /** Refuses to answer with the JSON of a key with which one would ask for another one. */
    void requireReadable(List<PlacedEntry> entries) {
        if (keys.areOneToOne() || keys.lostField() != null) {
            return;
        }
        for (PlacedEntry entry : entries) {
            Place place = entry.place();
            if (!keys.readsBack(place.key(), place.bytes())) {
                throw new QueryException(
                        FailureReason.INTERNAL,
                        "[TSP-4301] Cannot write key: its JSON is read as another key, state="
                                + description.state()
                                + ", key="
                                + shown(place.key())
                                + ". "
                                + JsonKeys.REMEDY);
            }
        }
    }

    private static String shown(JsonNode json) {
        String text = json.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }

    /**
     * Reads keys of this instance at a snapshot. Fails at the timeout even if the operator is
     * blocked.
     */
    CompletableFuture<Answer<K, V>> read(
            List<K> keys, long snapshot, Duration timeout, Timer timer, Executor executor) {
        return answer(
                keys,
                timer.limit(state.read(keys, snapshot, timeout), timeout.toMillis()),
                executor);
    }

    /** The newest value of a key of this instance. */
    public CompletableFuture<Answer<K, V>> readNewest(
            JsonNode key, long after, Duration timeout, Executor executor) {
        return readNewest(List.of(keyOf(key)), after, timeout, executor);
    }

    /** The newest values of keys of this instance. */
    CompletableFuture<Answer<K, V>> readNewest(
            List<K> keys, long after, Duration timeout, Executor executor) {
        return answer(keys, state.readNewest(keys, after, timeout), executor);
    }

    /**
     * Continues in the executor, whether the read succeeds or fails: nothing may run in the
     * operator's thread.
     */
    private CompletableFuture<Answer<K, V>> answer(
            List<K> keys, CompletableFuture<Values<V>> values, Executor executor) {
        return Futures.hop(values, executor).thenApply(read -> new Answer<>(this, keys, read));
    }

    private QueryException unwritable(K key, RuntimeException cause) {
        return new QueryException(
                FailureReason.INTERNAL,
                "[TSP-4302] Cannot write value: its JSON cannot be made, state="
                        + description.state()
                        + ", key="
                        + shown(keyType().toJson(key))
                        + ". Look for what its class throws in the server's log.",
                cause);
    }

    /** Parses keys; fails with MOVED if this instance does not own one of them. */
    List<K> ownKeys(List<JsonNode> json) {
        List<K> keys = new ArrayList<>(json.size());
        for (JsonNode node : json) {
            K key = keyOf(node);
            if (description.ownerOf(key) != description.index()) {
                throw new QueryException(
                        FailureReason.MOVED,
                        "[TSP-4303] Cannot read key: it is not of this instance, state="
                                + description.state()
                                + ", index="
                                + description.index()
                                + ".");
            }
            keys.add(key);
        }
        return keys;
    }
}
