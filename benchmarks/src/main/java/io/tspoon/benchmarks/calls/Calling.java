/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

/**
 * How transfers are called.
 *
 * @param connections that call at once, each of which waits for its answer; 0 if nobody calls
 * @param each calls in a request
 * @param executed whether the job gets them; else a server that does nothing answers
 */
record Calling(int connections, int each, boolean executed) {
    static final Calling NOBODY = new Calling(0, 0, false);

    /** One call in a request. */
    static final Calling ONE_BY_ONE = new Calling(64, 1, true);

    /** As many as a request may have, and no more than may wait at the coordinators. */
    static final Calling BODIES = new Calling(4, 1_000, true);

    /** What callers and HTTP alone take from a job beside them. */
    static final Calling ECHOED = new Calling(64, 1, false);
}
