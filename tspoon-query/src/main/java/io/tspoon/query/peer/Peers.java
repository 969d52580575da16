/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/** Finds the server at an address. */
@Internal
@FunctionalInterface
public interface Peers {
    Peer at(String address);
}
