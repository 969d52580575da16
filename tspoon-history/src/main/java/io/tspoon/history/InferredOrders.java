/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import io.tspoon.history.ObservedTransaction.Kind;
import io.tspoon.history.ObservedTransaction.Step;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The order of the values of each list: its longest read, of which all others are the beginning.
 */
final class InferredOrders {
    private record Read(ObservedTransaction reader, Step step) {}

    private final Map<Object, Read> longest = new LinkedHashMap<>();
    private final List<ObservedTransaction> transactions;

    InferredOrders(List<ObservedTransaction> transactions) {
        this.transactions = transactions;
        forEachRead(
                read ->
                        longest.merge(
                                read.step().key(),
                                read,
                                (one, other) ->
                                        other.step().seen().size() > one.step().seen().size()
                                                ? other
                                                : one));
    }

    /** Gives the order of each key; reports the first read of each key that does not fit in. */
    void forEach(BiConsumer<Object, List<Long>> action, List<Anomaly> found) {
        longest.forEach((key, read) -> action.accept(key, read.step().seen()));
        Set<Object> reported = new HashSet<>();
        forEachRead(
                read -> {
                    Read whole = Objects.requireNonNull(longest.get(read.step().key()));
                    int place = firstDifference(read.step().seen(), whole.step().seen());
                    if (place < read.step().seen().size() && reported.add(read.step().key())) {
                        found.add(
                                new Anomaly(
                                        Anomaly.Kind.INCOMPATIBLE_ORDER,
                                        words(read, place) + ", yet " + words(whole, place)));
                    }
                });
    }

    private static String words(Read read, int place) {
        return read.reader()
                + " read "
                + read.step().seen().get(place)
                + " as value "
                + (place + 1)
                + " of "
                + read.step().key();
    }

    private void forEachRead(Consumer<Read> action) {
        for (ObservedTransaction reader : transactions) {
            if (reader.committed()) {
                reader.steps().stream()
                        .filter(step -> step.kind() == Kind.READ)
                        .forEach(step -> action.accept(new Read(reader, step)));
            }
        }
    }

    private static int firstDifference(List<Long> values, List<Long> longer) {
        int place = 0;
        while (place < values.size() && values.get(place).equals(longer.get(place))) {
            place++;
        }
        return place;
    }
}
