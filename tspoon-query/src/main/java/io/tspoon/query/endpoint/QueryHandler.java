/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.query.request.Fields;
import io.tspoon.query.request.Read;
import io.tspoon.query.request.WantedSnapshot;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Carries out lookups, scans and aggregates in one snapshot. */
record QueryHandler(EndpointLimits limits, Bodies bodies) implements JobHandler {
    private static final Set<String> FIELDS = Names.union(WantedSnapshot.FIELDS, Set.of("reads"));
    private static final int MAX_READS = 100;

    @Override
    public CompletableFuture<HttpAnswer> handle(Job job, PathRequest request) {
        Fields fields = Fields.of("request", bodies.read(request), FIELDS);
        WantedSnapshot when = WantedSnapshot.of(fields, limits.timeouts());
        return job.router()
                .query(request.variable(PathRequest.GRAPH), reads(fields), when)
                .thenApply(answer -> bodies.write(AnswerJson.of(answer)));
    }

    private List<Read> reads(Fields fields) {
        int maxEntries = limits.limits().maxEntries();
        List<Read> reads = fields.list("reads", json -> Read.of(json, maxEntries));
        if (reads.isEmpty() || reads.size() > MAX_READS) {
            throw new QueryException(
                    FailureReason.INVALID_REQUEST,
                    "[TSP-4012] Cannot read request: reads has no element, or more than "
                            + MAX_READS
                            + ".");
        }
        long entries = 0;
        for (Read read : reads) {
            entries += read.keys() == null ? 0 : read.keys().size();
        }
        if (entries > maxEntries) {
            throw new QueryException(
                    FailureReason.REQUEST_TOO_LARGE,
                    "[TSP-4203] Cannot read keys: they are too many, keys="
                            + entries
                            + ", "
                            + QueryOptions.MAX_ENTRIES.key()
                            + "="
                            + maxEntries
                            + ".");
        }
        return reads;
    }
}
