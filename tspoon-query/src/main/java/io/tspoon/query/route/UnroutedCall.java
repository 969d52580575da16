/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.call.CallKey;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/**
 * A call as it has come.
 *
 * @param key identifies it
 * @param request what the procedure takes, as JSON
 */
@Internal
public record UnroutedCall(CallKey key, JsonNode request) {}
