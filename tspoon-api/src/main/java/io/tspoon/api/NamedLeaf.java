/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

/**
 * A stream with the name that results call it by, see {@link TransactionalGraph#closeTransaction(
 * NamedLeaf...)}. {@link TransactionalStream#as} makes it.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class NamedLeaf<T> {
    private final String name;
    private final TransactionalStream<T> stream;

    NamedLeaf(String name, TransactionalStream<T> stream) {
        this.name = name;
        this.stream = stream;
    }

    String name() {
        return name;
    }

    TransactionalStream<T> stream() {
        return stream;
    }
}
