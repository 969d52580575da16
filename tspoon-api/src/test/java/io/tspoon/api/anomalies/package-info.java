/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Anomalies by construction, in the manner of Hermitage (Kleppmann, 2014): gates in user functions
 * force one interleaving of a few transactions on the real operators, at each level with each
 * mechanism. What a level forbids must not happen; what it allows is shown to happen where the
 * mechanism lets it, so that the forbidding tests are known to be able to fail.
 */
package io.tspoon.api.anomalies;
