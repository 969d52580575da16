/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * One transaction at its coordinator, from admission to completion.
 *
 * @param <E> type of the input element
 */
public final class Transaction<E> {
    private final E element;
    private final String key;
    long id = Timestamps.NONE;
    int attempts;
    private final long number;
    private long contentHigh;
    private long contentLow;

    /** Of the transaction in the order of admission. */
    final int place;

    Transaction(E element, String key, long number, int place) {
        this.element = element;
        this.key = key;
        this.number = number;
        this.place = place;
    }

    /** Transactions of one coordinator are numbered from 1 in the order of admission. */
    public long number() {
        return number;
    }

    /** The element as it entered, to be executed again if need be. */
    public E element() {
        return element;
    }

    /** What the program calls the transaction; may be empty. */
    public String key() {
        return key;
    }

    /** Digest of the element's bytes; 0 if it is not needed. */
    public long contentHigh() {
        return contentHigh;
    }

    /** The other half of {@link #contentHigh}. */
    public long contentLow() {
        return contentLow;
    }

    /** Sets the digest of the element's bytes. */
    public void content(long high, long low) {
        contentHigh = high;
        contentLow = low;
    }

    /**
     * Timestamp of the first attempt. {@link Timestamps#NONE} as long as there was no other one,
     * unless {@link AdmissionWindow#oldestInFlight} gave this transaction: the attempt says it.
     */
    public long id() {
        return id;
    }

    /** The number of attempts begun. */
    public int attempts() {
        return attempts;
    }
}
