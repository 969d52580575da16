/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

/**
 * How transfers are called.
 *
 * @param connections that call at once, each of which waits for its answer; 0 if nobody calls
 * @param each calls in a request
 */
record Calling(int connections, int each) {
    static final Calling NOBODY = new Calling(0, 0);

    /** One call in a request. */
    static final Calling ONE_BY_ONE = new Calling(64, 1);

    /** As many as a request may have, and no more than may wait at the coordinators. */
    static final Calling BODIES = new Calling(4, 1_000);
}
