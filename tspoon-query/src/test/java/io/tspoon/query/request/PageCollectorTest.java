/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.query.QueryException;
import io.tspoon.query.bound.SizeLimit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PageCollectorTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int ENTRIES = 1_000;

    private static final long UNLIMITED = 1 << 20;

    /** Bytes of an entry whose key and value have a digit each. */
    private static final long ENTRY = SizeLimit.sizeOfEntry(IntNode.valueOf(1), IntNode.valueOf(0));

    /** The filter accepts every third entry of a range of 900, so 300. */
    @ParameterizedTest
    @CsvSource({"1,asc", "7,desc", "100,asc", "299,desc", "300,asc", "301,asc", "1000,desc"})
    void orderOfEntriesDoesNotMatter(int limit, String order) throws Exception {
        Scan scan =
                scan(
                        """
                        {"keys": {"from": 100}, "limit": %d, "order": "%s",
                         "filter": {"field": "/value", "op": "eq", "value": 0}}
                        """
                                .formatted(limit, order));
        for (int seed = 0; seed < 20; seed++) {
            EntryPage page = page(scan, UNLIMITED, shuffled(seed));
            List<Integer> keys = new ArrayList<>();
            page.entries().forEach(entry -> keys.add(entry.place().key().intValue()));
            assertThat(keys).isEqualTo(firstKeys(limit, order.equals("desc")));
            assertThat(page.more()).isEqualTo(limit < 300);
        }
    }

    private static List<Integer> firstKeys(int limit, boolean descending) {
        List<Integer> keys =
                new ArrayList<>(
                        IntStream.range(100, ENTRIES).filter(key -> key % 3 == 0).boxed().toList());
        if (descending) {
            Collections.reverse(keys);
        }
        return keys.subList(0, Math.min(limit, keys.size()));
    }

    /** What is not on the page may be as large as it likes, whenever it comes. */
    @Test
    void onlyThePageCountsForTheLimitOfBytes() throws Exception {
        Scan scan = scan("{\"limit\": 10}");
        for (int seed = 0; seed < 100; seed++) {
            List<Integer> keys = shuffled(seed);
            EntryPage page = page(scan, 10 * ENTRY, keys, 10);
            assertThat(page.entries()).hasSize(10);
            assertThat(page.more()).isTrue();
            assertThatThrownBy(() -> page(scan, 10 * ENTRY - 1, keys, 10))
                    .isInstanceOf(QueryException.class)
                    .hasMessageContaining("too large");
            assertThatThrownBy(() -> page(scan, 10 * ENTRY, keys, 9))
                    .isInstanceOf(QueryException.class);
        }
    }

    @Test
    void theLimitMayBeTheHighestNumber() throws Exception {
        Scan scan = Scan.of(JSON.readTree("{\"limit\": 2147483647}"), Integer.MAX_VALUE);
        EntryPage page = page(scan, UNLIMITED, shuffled(0));
        assertThat(page.entries()).hasSize(ENTRIES);
        assertThat(page.more()).isFalse();
    }

    @Test
    void entriesInOrderAreOverWithTheLimit() throws Exception {
        PageCollector page =
                new PageCollector(
                        scan("{\"limit\": 2}"),
                        new SizeLimit(UNLIMITED),
                        PageCollector.Arrival.IN_ORDER);
        assertThat(page.take(Place.of(IntNode.valueOf(1)), IntNode.valueOf(0))).isTrue();
        assertThat(page.take(Place.of(IntNode.valueOf(2)), IntNode.valueOf(0))).isTrue();
        assertThat(page.take(Place.of(IntNode.valueOf(3)), IntNode.valueOf(0))).isFalse();
        EntryPage found = page.page();
        assertThat(found.entries()).hasSize(2);
        assertThat(found.more()).isTrue();
    }

    @Test
    void entriesInOrderAreOverWhenTheyAreTooLarge() throws Exception {
        PageCollector page =
                new PageCollector(
                        scan("{}"), new SizeLimit(2 * ENTRY - 1), PageCollector.Arrival.IN_ORDER);
        assertThat(page.take(Place.of(IntNode.valueOf(1)), IntNode.valueOf(0))).isTrue();
        assertThat(page.take(Place.of(IntNode.valueOf(2)), IntNode.valueOf(0))).isFalse();
        assertThatThrownBy(page::page).isInstanceOf(QueryException.class);
    }

    /** Whoever gathers the parts knows from it where to go on. */
    @Test
    void aPartEndsWhereItsSizeDoes() throws Exception {
        Scan scan = scan("{\"limit\": 5}");
        for (int fits = 0; fits < 8; fits++) {
            for (int seed = 0; seed < 20; seed++) {
                SizeLimit size = new SizeLimit(fits * ENTRY + ENTRY / 2);
                Place before = Place.of(IntNode.valueOf(9));
                PageCollector part =
                        PageCollector.ofPart(
                                scan, size, PageCollector.Arrival.IN_NO_ORDER, null, before);
                for (int key : shuffled(seed)) {
                    part.take(Place.of(IntNode.valueOf(key)), IntNode.valueOf(0));
                }
                EntryPage found = part.page();
                assertThat(found.entries()).hasSize(Math.min(fits, 5));
                assertThat(found.more()).isTrue();
                assertThat(found.next())
                        .isEqualTo(fits < 5 ? Place.of(IntNode.valueOf(fits)) : null);
            }
        }
    }

    @Test
    void aPartWithAllThatIsWantedIsWhole() throws Exception {
        PageCollector part =
                PageCollector.ofPart(
                        scan("{}"),
                        new SizeLimit(3 * ENTRY),
                        PageCollector.Arrival.IN_ORDER,
                        null,
                        Place.of(IntNode.valueOf(3)));
        assertThat(part.take(Place.of(IntNode.valueOf(1)), IntNode.valueOf(0))).isTrue();
        assertThat(part.take(Place.of(IntNode.valueOf(2)), IntNode.valueOf(0))).isTrue();
        assertThat(part.take(Place.of(IntNode.valueOf(3)), IntNode.valueOf(0))).isFalse();
        EntryPage found = part.page();
        assertThat(found.entries()).hasSize(2);
        assertThat(found.more()).isFalse();
        assertThat(found.next()).isNull();
    }

    @Test
    void valuesBehindTheEndAreNotRead() throws Exception {
        PageCollector page =
                new PageCollector(
                        scan("{\"limit\": 1}"),
                        new SizeLimit(UNLIMITED),
                        PageCollector.Arrival.IN_NO_ORDER);
        assertThat(page.wants(IntNode.valueOf(9))).isTrue();
        page.take(Place.of(IntNode.valueOf(5)), IntNode.valueOf(0));
        page.take(Place.of(IntNode.valueOf(3)), IntNode.valueOf(0));
        assertThat(page.wants(IntNode.valueOf(9))).isFalse();
        assertThat(page.wants(IntNode.valueOf(4))).isTrue();
    }

    /** In whatever order they come, and whichever of them is the end of the page so far. */
    @Test
    void keysOfOneJsonHavePlacesOfTheirOwn() throws Exception {
        JsonNode key = IntNode.valueOf(5);
        PageCollector page =
                new PageCollector(
                        scan("{\"limit\": 1}"),
                        new SizeLimit(UNLIMITED),
                        PageCollector.Arrival.IN_NO_ORDER);
        for (String bytes : List.of("c", "b", "a", "d")) {
            assertThat(page.wants(key)).isTrue();
            page.take(new Place(key, bytes), IntNode.valueOf(0));
        }
        assertThat(page.isBeforeEnd(new Place(key, "a"))).isTrue();
        assertThat(page.isBeforeEnd(new Place(key, "b"))).isFalse();
        EntryPage found = page.page();
        assertThat(found.entries()).hasSize(1);
        assertThat(found.last()).isEqualTo(new Place(key, "a"));
        assertThat(found.more()).isTrue();

        // The rest of the instances learn from the answer where the page ends.
        PageCollector other =
                PageCollector.ofPart(
                        scan("{}"),
                        new SizeLimit(UNLIMITED),
                        PageCollector.Arrival.IN_NO_ORDER,
                        null,
                        new Place(key, "b"));
        for (String bytes : List.of("c", "b", "a")) {
            other.take(new Place(key, bytes), IntNode.valueOf(0));
        }
        assertThat(other.page().entries()).hasSize(1);
    }

    private static EntryPage page(Scan scan, long maxBytes, List<Integer> keys) {
        return page(scan, maxBytes, keys, ENTRIES);
    }

    /** A page of entries, those of which are large whose keys are not below a bound. */
    private static EntryPage page(Scan scan, long maxBytes, List<Integer> keys, int large) {
        PageCollector page =
                new PageCollector(scan, new SizeLimit(maxBytes), PageCollector.Arrival.IN_NO_ORDER);
        for (int key : keys) {
            if (page.wants(IntNode.valueOf(key))) {
                JsonNode value =
                        key < large ? IntNode.valueOf(key % 3) : TextNode.valueOf("x".repeat(500));
                assertThat(page.take(Place.of(IntNode.valueOf(key)), value)).isTrue();
            }
        }
        return page.page();
    }

    private static List<Integer> shuffled(int seed) {
        List<Integer> keys = new ArrayList<>(IntStream.range(0, ENTRIES).boxed().toList());
        Collections.shuffle(keys, new Random(seed));
        return keys;
    }

    private static Scan scan(String json) throws Exception {
        return Scan.of(JSON.readTree(json), ENTRIES);
    }
}
