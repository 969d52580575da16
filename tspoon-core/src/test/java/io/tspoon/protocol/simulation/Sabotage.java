/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Decision;

/** Breaks one rule that the drivers of the protocol must keep, to see that it is noticed. */
interface Sabotage {
    /** Every rule is kept. */
    Sabotage NONE = new Sabotage() {};

    /** The decision that a participant applies. */
    default Decision applied(Decision decision) {
        return decision;
    }

    /** Whether a participant installs and releases as soon as the user function has written. */
    default boolean installsAtOnce() {
        return false;
    }

    /** The share that the close operator counts for a fragment. */
    default long counted(long weight) {
        return weight;
    }

    /** Whether the close operator waits for the attempts that another one depends on. */
    default boolean tracksDependencies() {
        return true;
    }

    /** The stable timestamp that a participant believes in. */
    default long stable(long timestamp) {
        return timestamp;
    }
}
