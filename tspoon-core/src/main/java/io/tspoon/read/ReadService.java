/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

/**
 * A server through which others read what is registered with it. There is one for each job in a
 * process; it is started with the first instance and closed after the last. Any thread may call its
 * methods, which must not block for long.
 */
@Internal
public interface ReadService extends AutoCloseable {
    /** The address at which other processes reach it, such as {@code http://10.0.0.7:8095}. */
    String address();

    /** Adds an instance that is ready to be read. */
    void add(ReadableState<?, ?> state);

    /** Removes an instance that was added before. */
    void remove(ReadableState<?, ?> state);

    /** Adds a coordinator; it replaces an earlier one with the same index. */
    void add(ReadableCoordinator coordinator);

    /**
     * Removes a coordinator that was added before. A coordinator whose input has ended is not
     * removed.
     */
    void remove(ReadableCoordinator coordinator);

    @Override
    void close();
}
