/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * One transaction at its coordinator, from admission to completion.
 *
 * @param <E> type of the input element
 */
@Internal
public final class Transaction<E> {
    private final E element;
    private final String key;
    long id = Timestamps.NONE;
    int attempts;
    private final long number;

    /** Both halves of the digest; null if it is not needed, as most often, which saves room. */
    private long @Nullable [] content;

    /** The transaction's place in the order of admission. */
    final int place;

    Transaction(E element, String key, long number, int place) {
        this.element = element;
        this.key = key;
        this.number = number;
        this.place = place;
    }

    /**
     * The number of the transaction. A coordinator numbers its transactions from 1 in the order of
     * admission.
     */
    public long number() {
        return number;
    }

    /** The element as it entered, kept for further attempts. */
    public E element() {
        return element;
    }

    /** The program's own key for the transaction; may be empty. */
    public String key() {
        return key;
    }

    /** The upper half of the digest of the element's bytes; 0 if it is not needed. */
    public long contentHigh() {
        return content == null ? 0 : content[0];
    }

    /** The lower half of the digest, see {@link #contentHigh}. */
    public long contentLow() {
        return content == null ? 0 : content[1];
    }

    public void content(long high, long low) {
        content = new long[] {high, low};
    }

    /**
     * The timestamp of the first attempt; {@link Timestamps#NONE} until that attempt is refused,
     * unless {@link AdmissionWindow#oldestInFlight} has returned this transaction.
     */
    public long id() {
        return id;
    }

    public int attempts() {
        return attempts;
    }
}
