/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.request.Scan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first entries that a scan accepts, in the order of their keys, up to its limit; and whether
 * there is another one. Entries may come in any order, so keys need not be sorted to find them. Is
 * never larger than allowed by more than one entry. Confined to one thread at a time.
 */
final class PageCollector implements InstanceScan.Sink {
    private record Entry(JsonNode key, JsonNode value, long bytes) {
        Entry(JsonNode key, JsonNode value) {
            this(key, value, SizeLimit.sizeOfEntry(key, value));
        }
    }

    private static final String KEY_SCHEMA = "keySchema";

    private final Scan scan;
    private final SizeLimit size;
    private final boolean inOrder;
    private final boolean isPart;
    private final Comparator<Entry> order;

    /** By what is known of the keys; not changed any more when there are entries. */
    private Comparator<JsonNode> keyOrder;

    /** At most one more than the limit, the last key first. */
    private final PriorityQueue<Entry> entries;

    private long bytes;

    /** From this key on, nothing belongs to the page; null if there is no such key yet. */
    private @Nullable JsonNode end;

    /**
     * A page that is not to be larger than the limit.
     *
     * @param inOrder whether entries come in the order of their keys, so that it is over when the
     *     limit is reached
     */
    PageCollector(Scan scan, SizeLimit size, boolean inOrder) {
        this(scan, size, inOrder, false, null);
    }

    /**
     * As much of a page as the limit allows.
     *
     * @param before from this key on, nothing is wanted; null if there is no such key
     */
    static PageCollector ofPart(
            Scan scan, SizeLimit size, boolean inOrder, @Nullable JsonNode before) {
        return new PageCollector(scan, size, inOrder, true, before);
    }

    private PageCollector(
            Scan scan, SizeLimit size, boolean inOrder, boolean isPart, @Nullable JsonNode end) {
        this.scan = scan;
        this.size = size;
        this.inOrder = inOrder;
        this.isPart = isPart;
        this.end = end;
        this.keyOrder = scan.order();
        this.order = (a, b) -> keyOrder.compare(a.key, b.key);
        this.entries = new PriorityQueue<>(order.reversed());
    }

    @Override
    public boolean wants(JsonNode key) {
        return scan.inRange(key) && isBeforeEnd(key);
    }

    /** Whether an entry with this key would be on the page, as far as is known. */
    boolean isBeforeEnd(JsonNode key) {
        return end == null || keyOrder.compare(key, end) < 0;
    }

    /** From this key on, nothing belongs to the page; null if there is no such key yet. */
    @Nullable JsonNode end() {
        return end;
    }

    /** Of all entries, which the page has when it has been ended. */
    long bytes() {
        return bytes;
    }

    @Override
    public boolean take(JsonNode key, JsonNode value) {
        if (isBeforeEnd(key) && scan.accepts(key, value)) {
            add(new Entry(key, scan.project(key, value)));
        }
        return !inOrder || (isBeforeEnd(key) && !size.isExceededBy(bytes));
    }

    /** Takes over what another collector has found, and what it knows of the keys. */
    void takeAll(JsonNode page) {
        if (entries.isEmpty() && page.has(KEY_SCHEMA)) {
            keyOrder = scan.order(page.path(KEY_SCHEMA));
        }
        for (JsonNode entry : page.path("entries")) {
            if (!isBeforeEnd(entry.path("key"))) {
                return;
            }
            add(new Entry(entry.path("key"), entry.path("value")));
        }
    }

    /** An entry that the page has no room for: the page is refused, or ends before. */
    void takeTooLarge(JsonNode key) {
        if (isBeforeEnd(key)) {
            add(new Entry(key, NullNode.instance, size.bytes() + 1));
        }
    }

    private void add(Entry entry) {
        entries.add(entry);
        bytes += entry.bytes;
        dropLast();
    }

    /**
     * Drops what is behind the page. Where the page is too large, so is what remains: in the end
     * either other entries have taken its place, or it is refused.
     */
    private void dropLast() {
        Entry last = entries.element();
        while (entries.size() - 1 > scan.limit() || size.isExceededBy(bytes - last.bytes)) {
            entries.remove();
            bytes -= last.bytes;
            end = last.key;
            last = entries.element();
        }
        if (entries.size() > scan.limit()) {
            end = last.key;
        }
    }

    /**
     * Ends the page; fails if it is too large. A part says at which key it was cut off for its
     * size.
     */
    ObjectNode json() {
        boolean full = entries.size() > scan.limit();
        boolean cut = !full && isPart && size.isExceededBy(bytes);
        Entry behind = full || cut ? entries.remove() : null;
        if (behind != null) {
            bytes -= behind.bytes;
        }
        size.check(bytes);
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(order);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode array = json.putArray("entries");
        for (Entry entry : sorted) {
            array.add(AnswerJson.entry(entry.key, true, entry.value));
        }
        json.put("more", behind != null);
        if (!scan.keySchema().isMissingNode()) {
            json.set(KEY_SCHEMA, scan.keySchema());
        }
        return cut && behind != null ? json.set("next", behind.key) : json;
    }
}
