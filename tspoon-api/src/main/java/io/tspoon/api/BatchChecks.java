/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.transaction.InvalidGraphException;
import io.tspoon.transaction.ReturnedInputs;

/** Checks whether a t-graph can take elements in batches. */
final class BatchChecks {
    private BatchChecks() {}

    /** Checks a stream that comes in batches, if it does. */
    static void check(GraphSettings settings, StreamArrival<?> arrival) {
        Batches<?> batches = arrival.batches();
        if (batches == null) {
            return;
        }
        batches.check(arrival.environment(), settings.graph());
        String where =
                "graph="
                        + settings.graph()
                        + (arrival.entrance().isEmpty() ? "" : ", entrance=" + arrival.entrance());
        boolean isAlone = arrival.entrance().isEmpty() && !batches.isNamed();
        if (!isAlone && arrival.isByContent(settings)) {
            throw new InvalidGraphException(
                    "[TSP-1374] Cannot open t-graph: its write-ahead log would know the elements of"
                            + " batches by their content, which decides where they come, and so"
                            + " does the key of their batch, or another entrance, "
                            + where
                            + ". Pass a key for each element, too: openBatches(payments,"
                            + " Batches.byKey(..), Payment::id).");
        }
        if (settings.returnedInputs() != ReturnedInputs.NONE) {
            throw new InvalidGraphException(
                    "[TSP-1375] Cannot open t-graph: results of batches give no elements back, "
                            + where
                            + ", returnInputs="
                            + settings.returnedInputs()
                            + ". Leave returnInputs out; element(place) tells the key of each"
                            + " element, and what became of it.");
        }
        ReadSettings reading = settings.read();
        if (reading != null && reading.outcomeMs() > 0 && !batches.isNamed()) {
            throw new InvalidGraphException(
                    "[TSP-1376] Cannot open t-graph: it retains outcomes, which are asked for by"
                            + " the key of a transaction, and these batches have no keys, "
                            + where
                            + ", outcome-retention="
                            + reading.outcomeMs()
                            + " ms. Leave outcomeRetention out, or use Batches.byKey.");
        }
    }

    /** Functions that wait for values of other keys do so once for each transaction. */
    static void checkNoExchange(String graph, boolean hasBatches, int exchanges) {
        if (hasBatches && exchanges > 0) {
            throw new InvalidGraphException(
                    "[TSP-1377] Cannot close t-graph: it takes elements in batches, and "
                            + ExchangeChecks.OPERATION
                            + " is for transactions of one element, graph="
                            + graph
                            + ". Access the keys with keyBy, or in a partition with a procedure;"
                            + " or use openTransaction.");
        }
    }
}
