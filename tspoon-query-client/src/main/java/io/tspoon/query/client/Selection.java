/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The entries of a state that have a value, optionally restricted by filters and keys. Immutable:
 * each method returns another selection, or a question about this one.
 *
 * @param <K> key type
 * @param <V> value type, or that of its projection
 */
@PublicEvolving
public final class Selection<K, V> {
    private final StateTypes<K, V> types;
    private final Criteria criteria;

    /** Nulls and empty lists do not restrict. */
    private record Criteria(
            @Nullable Object from,
            @Nullable Object to,
            @Nullable Object prefix,
            @Nullable Filter filter,
            boolean descending,
            List<Field> projection,
            @Nullable Field order) {}

    private Selection(StateTypes<K, V> types, Criteria criteria) {
        this.types = types;
        this.criteria = criteria;
    }

    static <K, V> Selection<K, V> of(StateTypes<K, V> types) {
        return new Selection<>(types, new Criteria(null, null, null, null, false, List.of(), null));
    }

    /** Keeps only entries that also satisfy this filter. */
    public Selection<K, V> where(Filter filter) {
        Objects.requireNonNull(filter);
        Filter both = criteria.filter == null ? filter : Filter.and(criteria.filter, filter);
        return with(criteria.from, criteria.to, criteria.prefix, both, criteria.descending);
    }

    /** Keeps only keys from this one on, inclusive. */
    public Selection<K, V> from(K first) {
        Objects.requireNonNull(first);
        return with(first, criteria.to, criteria.prefix, criteria.filter, criteria.descending);
    }

    /** Keeps only keys before this one, exclusive. */
    public Selection<K, V> to(K end) {
        Objects.requireNonNull(end);
        return with(criteria.from, end, criteria.prefix, criteria.filter, criteria.descending);
    }

    /**
     * Keeps only keys with a prefix.
     *
     * @param beginning the beginning of a text; or a list with the first parts of keys that are
     *     arrays in JSON
     */
    public Selection<K, V> prefix(Object beginning) {
        Objects.requireNonNull(beginning);
        return with(criteria.from, criteria.to, beginning, criteria.filter, criteria.descending);
    }

    /**
     * Orders entries by a part, those with equal ones by their keys. With an index about the part
     * in the job, the first page is found without a look at all entries.
     */
    public Selection<K, V> orderBy(Field part) {
        return new Selection<>(
                types,
                new Criteria(
                        criteria.from,
                        criteria.to,
                        criteria.prefix,
                        criteria.filter,
                        criteria.descending,
                        criteria.projection,
                        given("an order", "part", part)));
    }

    /** Reverses the order: highest keys first, or highest parts. */
    public Selection<K, V> descending() {
        return with(criteria.from, criteria.to, criteria.prefix, criteria.filter, true);
    }

    /**
     * Replaces the values by some of their parts.
     *
     * @param type class that receives the parts, each under the last name of its path
     * @param parts at least one
     */
    public <P> Selection<K, P> project(Class<P> type, Field... parts) {
        if (parts.length == 0) {
            throw new IllegalArgumentException(
                    "[TSP-5106] Cannot project values: no part is given, state="
                            + types.state()
                            + ". Pass the parts that are wanted, such as Field.value(\"name\"), or"
                            + " leave the call out for whole values.");
        }
        for (Field part : parts) {
            given("a projection", "part", part);
        }
        return new Selection<>(
                types.withValue(TypeInformation.of(given("a projection", "type", type))),
                new Criteria(
                        criteria.from,
                        criteria.to,
                        criteria.prefix,
                        criteria.filter,
                        criteria.descending,
                        List.of(parts),
                        criteria.order));
    }

    /**
     * Asks for the first entries, in the order of their keys or of {@link #orderBy}. The page
     * contains a question for the next one.
     *
     * @param limit entries per page, at least 1; at most as many as the server's option {@code
     *     tspoon.query.max-entries} says, 10,000 by default
     */
    public Question<Page<K, V>> page(int limit) {
        return new PageQuestion<>(types, this, limit);
    }

    /**
     * Asks for the first entries as {@link #page} does, but for no more. So the server need not
     * keep the snapshot for a next page, which matters if this is asked again and again.
     *
     * @param limit the most entries, with the bounds of {@link #page}
     */
    public Question<List<Entry<K, V>>> first(int limit) {
        return new FirstQuestion<>(new PageQuestion<>(types, this, limit));
    }

    /** Asks for the number of entries. */
    public Question<Long> count() {
        return new AggregateQuestion<>(
                this, "count", null, (json, value) -> json.plain(value, Long.class));
    }

    /** Asks for the exact sum of a numeric part; 0 if there is none. */
    public Question<BigDecimal> sum(Field part) {
        return new AggregateQuestion<>(
                this,
                "sum",
                given("a sum", "part", part),
                (json, value) -> json.plain(value, BigDecimal.class));
    }

    /** Asks for the smallest value of a part; empty if there is none. */
    public <T> Question<Optional<T>> min(Field part, Class<T> type) {
        return extreme("min", given("a minimum", "part", part), given("a minimum", "type", type));
    }

    /** Asks for the greatest value of a part; empty if there is none. */
    public <T> Question<Optional<T>> max(Field part, Class<T> type) {
        return extreme("max", given("a maximum", "part", part), given("a maximum", "type", type));
    }

    private <T> Question<Optional<T>> extreme(String which, Field part, Class<T> type) {
        return new AggregateQuestion<>(
                this,
                which,
                part,
                (json, value) ->
                        value.isNull() ? Optional.empty() : Optional.of(json.plain(value, type)));
    }

    /** Refuses null, which would ask for something else, or fail only with the answer. */
    private <T> T given(String asked, String what, T given) {
        return Objects.requireNonNull(
                given,
                () ->
                        "[TSP-5107] Cannot ask for "
                                + asked
                                + ": the "
                                + what
                                + " is null, state="
                                + types.state()
                                + ". Pass one.");
    }

    String state() {
        return types.state();
    }

    /** What scans and aggregates have in common. */
    ObjectNode criteria(Json json) {
        ObjectNode node = json.object();
        ObjectNode keys = json.object();
        if (criteria.from != null) {
            keys.set("from", json.key(types, criteria.from));
        }
        if (criteria.to != null) {
            keys.set("to", json.key(types, criteria.to));
        }
        if (criteria.prefix != null) {
            keys.set("prefix", json.plain(criteria.prefix));
        }
        if (!keys.isEmpty()) {
            node.set("keys", keys);
        }
        if (criteria.filter != null) {
            node.set("filter", json.filter(criteria.filter));
        }
        return node;
    }

    ObjectNode scan(Json json, int limit) {
        ObjectNode node = criteria(json);
        node.put("limit", limit);
        if (criteria.order != null) {
            node.put("orderBy", criteria.order.pointer());
        }
        if (criteria.descending) {
            node.put("order", "desc");
        }
        if (!criteria.projection.isEmpty()) {
            List<String> pointers = new ArrayList<>();
            criteria.projection.forEach(field -> pointers.add(field.pointer()));
            node.set("project", json.plain(pointers));
        }
        return node;
    }

    /** As the request says it, but for how JSON writes keys. */
    @Override
    public String toString() {
        StringJoiner parts = new StringJoiner(", ", types.state() + "{", "}");
        addTo(parts, "from ", criteria.from);
        addTo(parts, "to ", criteria.to);
        addTo(parts, "prefix ", criteria.prefix);
        addTo(parts, "", criteria.filter);
        if (criteria.order != null) {
            parts.add("ordered by " + criteria.order.pointer());
        }
        if (criteria.descending) {
            parts.add("descending");
        }
        criteria.projection.forEach(part -> parts.add("project " + part.pointer()));
        return parts.toString();
    }

    private static void addTo(StringJoiner parts, String name, @Nullable Object criterion) {
        if (criterion != null) {
            parts.add(name + criterion);
        }
    }

    private Selection<K, V> with(
            @Nullable Object from,
            @Nullable Object to,
            @Nullable Object prefix,
            @Nullable Filter filter,
            boolean descending) {
        return new Selection<>(
                types,
                new Criteria(
                        from, to, prefix, filter, descending, criteria.projection, criteria.order));
    }
}
