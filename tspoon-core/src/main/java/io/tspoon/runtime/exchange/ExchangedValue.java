/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * What travels for one key of a transaction whose function gets the values of several keys: first
 * the request for the value, then the answer with it, and then what is written.
 *
 * @param place of the key among those of its transaction
 * @param mode of the access: READ or UPDATE with a request, WRITE with what is written
 * @param key null in an answer, whose receiver knows it by its place
 * @param exists in an answer: whether the key has a value, so that it is not the initial one
 * @param value null in a request, if there is none, and if it is to be deleted
 */
@Internal
public record ExchangedValue<K, V>(
        int place, AccessMode mode, @Nullable K key, boolean exists, @Nullable V value) {
    /**
     * Asks for the value of a key.
     *
     * @param updates whether it may be written later
     */
    public static <K, V> ExchangedValue<K, V> request(int place, K key, boolean updates) {
        AccessMode mode = updates ? AccessMode.UPDATE : AccessMode.READ;
        return new ExchangedValue<>(place, mode, key, false, null);
    }

    /** Answers this request. */
    public ExchangedValue<K, V> answer(boolean hasValue, @Nullable V current) {
        return new ExchangedValue<>(place, mode, null, hasValue, current);
    }

    /** Writes a value, or deletes it. */
    public static <K, V> ExchangedValue<K, V> write(int place, K key, @Nullable V written) {
        return new ExchangedValue<>(place, AccessMode.WRITE, key, false, written);
    }

    /** The key of a request or a write, to find its owner. */
    public K givenKey() {
        return Objects.requireNonNull(key, "an answer has no key");
    }
}
