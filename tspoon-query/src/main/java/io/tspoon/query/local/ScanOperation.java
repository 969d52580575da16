/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.peer.ScanRequest;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.PageCollector;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;

import java.util.concurrent.CompletableFuture;

/** Lists the entries of an instance. */
record ScanOperation(LocalInstances instances, Scanning scanning)
        implements InstanceOperation<ScanRequest, EntryPage> {
    @Override
    public CompletableFuture<EntryPage> answer(ScanRequest request, long timeoutMs) {
        LocalInstance<?, ?> instance =
                instances.require(request.graph(), request.source().instance());
        Scan scan = request.scan().typed(scanning.limits().maxEntries(), instance.types());
        Place after = request.after();
        SizeLimit size = scanning.size(request.maxBytes());
        InstanceScan.Pages pages =
                arrival -> PageCollector.ofPart(scan, size, arrival, after, request.before());
        return scanning.of(request.source(), timeoutMs).page(instance, scan, after, pages);
    }
}
