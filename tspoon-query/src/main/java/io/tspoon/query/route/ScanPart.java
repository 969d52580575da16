/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Scan;
import io.tspoon.read.JobLayout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/**
 * What one instance has of a page. Where its answer was cut off for its size, the rest is asked for
 * if, by what all instances have said, it may belong to the page. One thread at a time.
 */
final class ScanPart implements Rounds.Part {
    private final ScanReader reader;
    private final JobLayout.State state;
    private final JobLayout.Instance instance;
    private final Scan scan;
    private final PageCollector page;
    private @Nullable JsonNode after;

    /** First key of the rest; null if there is none. */
    private @Nullable JsonNode next;

    private boolean asked;
    private boolean full;

    /**
     * @param page of all instances
     * @param after key behind which the page begins; null for all keys
     */
    ScanPart(
            ScanReader reader,
            JobLayout.State state,
            JobLayout.Instance instance,
            Scan scan,
            PageCollector page,
            @Nullable JsonNode after) {
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
            body.set("after", after);
        }
        JsonNode end = page.end();
        if (end != null) {
            body.set("before", end);
        }
        return reader.ask(Operation.SCAN, state, instance, body, share);
    }

    @Override
    public void take(JsonNode answer, boolean whole) {
        page.takeAll(answer);
        JsonNode entries = answer.path("entries");
        if (!entries.isEmpty()) {
            after = entries.path(entries.size() - 1).path("key");
        }
        asked = true;
        next = answer.get("next");
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

    /** Whether the instance has more entries than a page may have. */
    boolean isFull() {
        return full;
    }
}
