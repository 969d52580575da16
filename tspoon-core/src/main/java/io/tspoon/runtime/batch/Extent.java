/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import io.tspoon.runtime.batch.PendingBatch.Waiting;

/** How much elements are together. Confined to the mailbox thread. */
final class Extent {
    /** Of an element in a log: a digest, or the length of a key, and a number. */
    private static final int BYTES_BESIDE_KEY = 22;

    private int elements;
    private long bytes;
    private long identityBytes;

    void add(Waiting element) {
        elements++;
        bytes += element.bytes();
        identityBytes += identityBytes(element.key());
    }

    void clear() {
        elements = 0;
        bytes = 0;
        identityBytes = 0;
    }

    /** Whether it is more than there may be in so many batches. */
    boolean exceeds(int batches, int maxElements) {
        return elements > (long) batches * maxElements
                || bytes > batches * BatchGate.MAX_BYTES
                || identityBytes > (long) batches * BatchGate.MAX_IDENTITY_BYTES;
    }

    /** How many bytes of a log an element has by which it is recognized, at most. */
    private static int identityBytes(String key) {
        int bytes = BYTES_BESIDE_KEY;
        for (int i = 0; i < key.length(); i++) {
            bytes += key.charAt(i) < 0x80 ? 1 : 3;
        }
        return bytes;
    }
}
