/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.call.CallKey;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/**
 * A call on its way to the coordinator that owns its key.
 *
 * @param coordinator index of the coordinator
 * @param key identifies the call
 * @param digestHigh with {@code digestLow} tells different requests apart
 * @param digestLow see {@code digestHigh}
 * @param request what the procedure takes, as JSON
 */
@Internal
public record RoutedCall(
        int coordinator, CallKey key, long digestHigh, long digestLow, JsonNode request) {}
