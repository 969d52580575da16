/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

/**
 * Lets others read what is registered: a server. One for each job in a process; started with its
 * first instance, closed after its last. Its methods may be called by any thread and must not block
 * for long.
 */
public interface ReadService extends AutoCloseable {
    /** Where other processes reach it, such as {@code http://10.0.0.7:8095}. */
    String address();

    /** An instance is ready to be read. */
    void add(ReadableState<?, ?> state);

    /** An instance is no longer there; was added before. */
    void remove(ReadableState<?, ?> state);

    /** A coordinator is there; takes the place of an earlier one of the same index. */
    void add(ReadableCoordinator coordinator);

    /** A coordinator is no longer there; was added before. One whose input has ended stays. */
    void remove(ReadableCoordinator coordinator);

    @Override
    void close();
}
