/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Walks through the pages of a scan, holding one of them. */
final class PageIterator<K, V> implements Iterator<Entry<K, V>> {
    private final GraphReader reader;
    private Optional<Question<Page<K, V>>> next;
    private Iterator<Entry<K, V>> page = List.<Entry<K, V>>of().iterator();

    PageIterator(GraphReader reader, Question<Page<K, V>> first) {
        this.reader = reader;
        this.next = Optional.of(first);
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && next.isPresent()) {
            Page<K, V> fetched = reader.ask(next.orElseThrow()).orElseThrow();
            page = fetched.entries().iterator();
            next = fetched.next();
        }
        return page.hasNext();
    }

    @Override
    public Entry<K, V> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }
}
