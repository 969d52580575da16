/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.peer.ScanRequest;
import io.tspoon.query.request.EntryPage;
import io.tspoon.query.request.PageCollector;
import io.tspoon.query.request.Place;
import io.tspoon.query.request.ReadPlan;
import io.tspoon.query.request.Scan;
import io.tspoon.read.JobLayout;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The part of a page that one instance has. If its answer was cut off because of its size, asks for
 * the rest, unless the answers of all instances show that the rest is not on the page. One thread
 * at a time.
 */
final class ScanPart implements Rounds.Part<EntryPage> {
    private final ScanReader reader;
    private final JobLayout.State state;
    private final JobLayout.Instance instance;
    private final Scan scan;
    private final PageCollector page;
    private @Nullable Place after;

    /** Where the rest begins; null if there is no rest. */
    private @Nullable Place next;

    private boolean asked;
    private boolean full;
    private @Nullable ReadPlan plan;

    /**
     * @param page collects the entries of all instances
     * @param after the page begins after this place; null for all keys
     */
    ScanPart(
            ScanReader reader,
            JobLayout.State state,
            JobLayout.Instance instance,
            Scan scan,
            PageCollector page,
            @Nullable Place after) {
        this.reader = reader;
        this.state = state;
        this.instance = instance;
        this.scan = scan;
        this.page = page;
        this.after = after;
    }

    @Override
    public CompletableFuture<Optional<EntryPage>> ask(SizeLimit share) {
        ScanRequest request =
                new ScanRequest(
                        reader.source(state, instance), scan, after, page.end(), share.bytes());
        return reader.ask(instance, request).thenApply(Optional::of);
    }

    @Override
    public void take(EntryPage answer, boolean whole) {
        page.takeAll(answer);
        if (answer.last() != null) {
            after = answer.last();
        }
        asked = true;
        plan = plan == null ? answer.plan() : plan.with(answer.plan());
        next = answer.next();
        full = next == null && answer.more();
        if (next != null && whole) {
            page.takeTooLarge(next);
            next = null;
        }
    }

    @Override
    public boolean isOpen() {
        return !asked || (next != null && page.isBeforeEnd(next));
    }

    /** How its entries were found. */
    ReadPlan plan() {
        return plan == null ? ReadPlan.scan(0) : plan;
    }

    /** Whether the instance has more entries than the limit of a page. */
    boolean isFull() {
        return full;
    }
}
