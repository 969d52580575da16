/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Scan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first entries that a scan accepts, in the order of their keys, up to its limit; and whether
 * there is another one. Entries may come in any order, so keys need not be sorted to find them.
 * Confined to one thread at a time.
 */
final class PageCollector implements InstanceScan.Sink {
    private record Entry(JsonNode key, JsonNode value, long bytes) {}

    private final Scan scan;
    private final SizeLimit size;
    private final boolean inOrder;
    private final Comparator<JsonNode> keyOrder;
    private final Comparator<Entry> order;

    /** At most one more than the limit, the last key first. */
    private final PriorityQueue<Entry> entries;

    private long bytes;

    /** From this key on, nothing belongs to the page; null if there is no such key yet. */
    private @Nullable JsonNode end;

    /**
     * @param inOrder whether entries come in the order of their keys, so that it is over when the
     *     limit is reached
     */
    PageCollector(Scan scan, SizeLimit size, boolean inOrder) {
        this.scan = scan;
        this.size = size;
        this.inOrder = inOrder;
        this.keyOrder = scan.order();
        this.order = (a, b) -> keyOrder.compare(a.key, b.key);
        this.entries = new PriorityQueue<>(order.reversed());
    }

    @Override
    public boolean wants(JsonNode key) {
        return scan.inRange(key) && isBeforeEnd(key);
    }

    private boolean isBeforeEnd(JsonNode key) {
        return end == null || keyOrder.compare(key, end) < 0;
    }

    @Override
    public boolean take(JsonNode key, JsonNode value) {
        if (isBeforeEnd(key) && scan.accepts(key, value)) {
            JsonNode projected = scan.project(key, value);
            Entry entry =
                    new Entry(key, projected, SizeLimit.sizeOf(key) + SizeLimit.sizeOf(projected));
            entries.add(entry);
            bytes += entry.bytes;
            dropLast();
        }
        return !inOrder || (end == null && !size.isExceededBy(bytes));
    }

    /**
     * Drops what is behind the page. Where the page is too large, so is what remains: in the end
     * either other entries have taken its place, or it is refused.
     */
    private void dropLast() {
        Entry last = entries.element();
        while (entries.size() > scan.limit() + 1 || size.isExceededBy(bytes - last.bytes)) {
            entries.remove();
            bytes -= last.bytes;
            end = last.key;
            last = entries.element();
        }
        if (entries.size() > scan.limit()) {
            end = last.key;
        }
    }

    /** Ends the page; fails if it is too large. */
    JsonNode json() {
        boolean more = entries.size() > scan.limit();
        if (more) {
            bytes -= entries.remove().bytes;
        }
        size.check(bytes);
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(order);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("entries");
        for (Entry entry : sorted) {
            ObjectNode node = array.addObject();
            node.set("key", entry.key);
            node.put("found", true).set("value", entry.value);
        }
        return json.put("more", more);
    }
}
