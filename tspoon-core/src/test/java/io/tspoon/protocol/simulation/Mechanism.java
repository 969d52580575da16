/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Participant;

/** Creates the participants under test. */
@FunctionalInterface
interface Mechanism {
    Participant<Integer, Value> create(
            int coordinators, Participant.Handler<Integer, Value> handler);
}
