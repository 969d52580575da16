/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

/** Finds the server at an address. */
@FunctionalInterface
public interface Peers {
    Peer at(String address);
}
