/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.bound.SizeLimit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Collects the first entries that a scan accepts, in the order of their keys, up to its limit, and
 * finds out whether more follow. Entries may arrive in any order, so keys need not be sorted first.
 * Holds at most one entry more than the size limit allows. One thread at a time.
 */
@Internal
public final class PageCollector implements EntrySink {
    /** In which order entries arrive. */
    public enum Arrival {
        IN_NO_ORDER,
        /** In that of the page. */
        IN_ORDER,
        /** In that of the page, but in none among those that are equal for an index. */
        BY_INDEX
    }

    private record Entry(PlacedEntry placed, long bytes) {
        Entry(PlacedEntry placed) {
            this(placed, SizeLimit.sizeOfEntry(placed.place().key(), placed.value()));
        }

        Place place() {
            return placed.place();
        }
    }

    private final Scan scan;
    private final SizeLimit size;
    private final Arrival arrival;
    private final boolean isPart;
    private final @Nullable Place after;
    private final Comparator<Entry> order;

    /** Order of the keys, from what is known of their types. */
    private final Comparator<JsonNode> keyOrder;

    /** At most one entry more than the limit. The entry with the last key is at the head. */
    private final PriorityQueue<Entry> entries;

    private long bytes;

    /** The order of the entries. Fixed once there are some. */
    private Comparator<Place> places;

    /** The page ends before this place; null while there is no such place. */
    private @Nullable Place end;

    /**
     * A complete page, which must not exceed the size limit.
     *
     * @param arrival in which order entries arrive: if it is that of the page, that is complete as
     *     soon as a limit is reached
     */
    public PageCollector(Scan scan, SizeLimit size, Arrival arrival) {
        this(scan, size, arrival, false, null, null);
    }

    /**
     * A part of a page, as much of it as the size limit allows.
     *
     * @param after only entries behind this place are wanted; null for no bound
     * @param before no entry from this place on is wanted; null for no bound
     */
    public static PageCollector ofPart(
            Scan scan,
            SizeLimit size,
            Arrival arrival,
            @Nullable Place after,
            @Nullable Place before) {
        return new PageCollector(scan, size, arrival, true, after, before);
    }

    private PageCollector(
            Scan scan,
            SizeLimit size,
            Arrival arrival,
            boolean isPart,
            @Nullable Place after,
            @Nullable Place end) {
        this.scan = scan;
        this.size = size;
        this.arrival = arrival;
        this.isPart = isPart;
        this.after = after;
        this.end = end;
        this.keyOrder = scan.order();
        this.places = scan.places();
        this.order = (a, b) -> places.compare(a.place(), b.place());
        this.entries = new PriorityQueue<>(order.reversed());
    }

    @Override
    public boolean wants(JsonNode key) {
        // Another key with the JSON of the end may be before it, one with that of the begin behind.
        return scan.inRange(key)
                && (after == null
                        || scan.orderedBy() != null
                        || keyOrder.compare(key, after.key()) >= 0)
                && (end == null
                        || arrival == Arrival.BY_INDEX // which ends there
                        || scan.orderedBy() != null
                        || keyOrder.compare(key, end.key()) <= 0);
    }

    /** Whether an entry at this place would be on the page, as far as is known yet. */
    public boolean isBeforeEnd(Place place) {
        return end == null || places.compare(place, end) < 0;
    }

    /** The page ends before this place; null while there is no such place. */
    public @Nullable Place end() {
        return end;
    }

    /** The size of all entries; that of the page once {@link #page} has been called. */
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean putsInOrder() {
        return true;
    }

    @Override
    public Place place(JsonNode key, String bytes, JsonNode value) {
        return scan.place(key, bytes, value);
    }

    @Override
    public boolean take(Place place, JsonNode value) {
        JsonNode key = place.key();
        if (isBeforeEnd(place) && isBehindBegin(place) && scan.accepts(key, value)) {
            add(new Entry(new PlacedEntry(place, scan.project(key, value))));
        }
        return switch (arrival) {
            case IN_NO_ORDER -> true;
            case IN_ORDER -> isBeforeEnd(place) && !size.isExceededBy(bytes);
            case BY_INDEX -> mayFollow(place);
        };
    }

    private boolean isBehindBegin(Place place) {
        return after == null || places.compare(place, after) > 0;
    }

    /** Whether entries of the page may still come if they come in the order of an index. */
    private boolean mayFollow(Place last) {
        Place behind = end;
        if (size.isExceededBy(bytes)) {
            behind = entries.element().place();
        }
        return behind == null || scan.indexed().compare(last, behind) <= 0;
    }

    /** Takes over the entries of another collector's page, and what it knows of the keys. */
    public void takeAll(EntryPage page) {
        boolean known = !page.keySchema().isMissingNode() || !page.bySchema().isMissingNode();
        if (entries.isEmpty() && known) {
            places = scan.places(page.keySchema(), page.bySchema());
        }
        for (PlacedEntry entry : page.entries()) {
            if (!isBeforeEnd(entry.place())) {
                return;
            }
            add(new Entry(entry));
        }
    }

    /** Takes the place of an entry that does not fit. The page is refused, or ends before it. */
    public void takeTooLarge(Place place) {
        if (isBeforeEnd(place)) {
            add(new Entry(new PlacedEntry(place, NullNode.instance), size.bytes() + 1));
        }
    }

    private void add(Entry entry) {
        entries.add(entry);
        bytes += entry.bytes;
        dropLast();
    }

    /**
     * Drops the entries behind the end of the page, except the first of them. So a page that was
     * too large stays too large, until entries with earlier keys have taken the place of that one,
     * or the page is refused.
     */
    private void dropLast() {
        Entry last = entries.element();
        while (entries.size() - 1 > scan.limit() || size.isExceededBy(bytes - last.bytes)) {
            entries.remove();
            bytes -= last.bytes;
            end = last.place();
            last = entries.element();
        }
        if (entries.size() > scan.limit()) {
            end = last.place();
        }
    }

    /**
     * Ends the page. A complete page fails if it exceeds the size limit; a part says at which place
     * it was cut off.
     */
    public EntryPage page() {
        boolean full = entries.size() > scan.limit();
        boolean cut = !full && isPart && size.isExceededBy(bytes);
        Entry behind = full || cut ? entries.remove() : null;
        if (behind != null) {
            bytes -= behind.bytes;
        }
        size.check(bytes);
        List<Entry> sorted = new ArrayList<>(entries);
        sorted.sort(order);
        return new EntryPage(
                sorted.stream().map(Entry::placed).toList(),
                behind != null,
                cut && behind != null ? behind.place() : null,
                scan.keySchema(),
                scan.bySchema(),
                ReadPlan.scan(0));
    }
}
