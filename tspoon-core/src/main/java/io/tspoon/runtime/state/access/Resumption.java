/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/** What becomes of an access that had to wait and is granted now. */
@FunctionalInterface
@Internal
public interface Resumption<I, K, V, O> {
    /** Runs the access. It may decide its attempt, which may wake others. */
    void resume(StateAccess<I, K, V, O> access) throws IOException;
}
