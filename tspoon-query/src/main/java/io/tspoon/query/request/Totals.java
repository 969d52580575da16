/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Running totals of an aggregate. Sums are exact, so the order of entries and partial totals does
 * not matter. One thread at a time.
 */
@Internal
public final class Totals {
    private final List<Computation> computations;
    private final EntryFilter filter;
    private final JsonOrder[] orders;
    private final JsonNode[] extremes;
    private final BigDecimal[] sums;

    /**
     * Counts, and the part of each sum that still fits into 64 bits; {@link #sums} has the rest.
     */
    private final long[] longs;

    private @Nullable ReadPlan plan;

    Totals(List<Computation> computations, EntryFilter filter) {
        this.computations = computations;
        this.filter = filter;
        orders = computations.stream().map(Computation::order).toArray(JsonOrder[]::new);
        extremes = new JsonNode[computations.size()];
        Arrays.fill(extremes, NullNode.instance);
        sums = new BigDecimal[computations.size()];
        Arrays.fill(sums, BigDecimal.ZERO);
        longs = new long[computations.size()];
    }

    /** Adds an entry if it passes the filter. */
    public void add(JsonNode key, JsonNode value) {
        if (!filter.test(key, value)) {
            return;
        }
        for (int i = 0; i < longs.length; i++) {
            Computation computation = computations.get(i);
            Path path = computation.path();
            if (path == null) {
                longs[i]++;
                continue;
            }
            JsonNode part = path.in(key, value);
            if (!part.isMissingNode() && !part.isNull()) {
                add(i, computation, part);
            }
        }
    }

    /**
     * Adds the totals of another instance.
     *
     * @param partial its {@link #partial}
     */
    public void merge(PartialTotals partial) {
        plan = plan == null ? partial.plan() : plan.with(partial.plan());
        for (int i = 0; i < longs.length; i++) {
            Computation computation = computations.get(i);
            JsonNode schema = partial.schemas().get(computation.name());
            if (schema != null) {
                orders[i] = JsonOrder.of(schema);
            }
            JsonNode part = partial.values().getOrDefault(computation.name(), NullNode.instance);
            if (computation.function() == Computation.Function.COUNT) {
                longs[i] += part.longValue();
            } else if (!part.isNull()) {
                add(i, computation, part);
            }
        }
    }

    /** How the entries of merged totals were found. */
    public ReadPlan plan() {
        return plan == null ? ReadPlan.scan(0) : plan;
    }

    /** The totals by name. Without any value sums are 0 and extremes are null. */
    public Map<String, JsonNode> values() {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        for (int i = 0; i < longs.length; i++) {
            Computation computation = computations.get(i);
            values.put(
                    computation.name(),
                    switch (computation.function()) {
                        case COUNT -> LongNode.valueOf(longs[i]);
                        case SUM -> DecimalNode.valueOf(sums[i].add(BigDecimal.valueOf(longs[i])));
                        case MIN, MAX -> extremes[i];
                    });
        }
        return values;
    }

    /** The totals so far, for others to merge. */
    public PartialTotals partial() {
        Map<String, JsonNode> schemas = new LinkedHashMap<>();
        for (int i = 0; i < longs.length; i++) {
            if (!orders[i].schema().isMissingNode()) {
                schemas.put(computations.get(i).name(), orders[i].schema());
            }
        }
        return new PartialTotals(values(), schemas, ReadPlan.scan(0));
    }

    private void add(int i, Computation computation, JsonNode part) {
        switch (computation.function()) {
            case COUNT -> longs[i]++;
            case SUM -> sum(i, part);
            case MIN -> {
                if (extremes[i].isNull() || orders[i].compare(part, extremes[i]) < 0) {
                    extremes[i] = part;
                }
            }
            case MAX -> {
                if (extremes[i].isNull() || orders[i].compare(part, extremes[i]) > 0) {
                    extremes[i] = part;
                }
            }
        }
    }

    private void sum(int i, JsonNode part) {
        if (part.isIntegralNumber() && part.canConvertToLong()) {
            long sum = longs[i] + part.longValue();
            if (((longs[i] ^ sum) & (part.longValue() ^ sum)) < 0) {
                sums[i] = sums[i].add(BigDecimal.valueOf(longs[i]));
                sum = part.longValue();
            }
            longs[i] = sum;
            return;
        }
        if (!part.isNumber() || !Double.isFinite(part.doubleValue())) {
            throw Fields.invalid("sum meets a part that is no finite number");
        }
        sums[i] = sums[i].add(part.decimalValue());
    }
}
