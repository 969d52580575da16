/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Place;
import io.tspoon.query.request.Scan;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/**
 * The part of a page that one instance has. If its answer was cut off because of its size, asks for
 * the rest, unless the answers of all instances show that the rest is not on the page. One thread
 * at a time.
 */
final class ScanPart implements Rounds.Part {
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
    public CompletableFuture<JsonNode> ask(SizeLimit share) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("scan", scan.json());
        if (after != null) {
            after.putInto(body, "after");
        }
        Place end = page.end();
        if (end != null) {
            end.putInto(body, "before");
        }
        return reader.ask(Operation.SCAN, state, instance, body, share);
    }

    @Override
    public void take(JsonNode answer, boolean whole) {
        page.takeAll(answer);
        JsonNode entries = answer.path("entries");
        if (!entries.isEmpty()) {
            after = Place.in(entries.path(entries.size() - 1), "key");
        }
        asked = true;
        next = Place.in(answer, "next");
        full = next == null && answer.path("more").booleanValue();
        if (next != null && whole) {
            page.takeTooLarge(next);
            next = null;
        }
    }

    @Override
    public boolean isOpen() {
        return !asked || (next != null && page.isBeforeEnd(next));
    }

    /** Whether the instance has more entries than the limit of a page. */
    boolean isFull() {
        return full;
    }
}
