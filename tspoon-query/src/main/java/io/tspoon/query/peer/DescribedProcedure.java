/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/**
 * A procedure of a t-graph.
 *
 * @param name name of the procedure
 * @param request JSON schema of its requests
 * @param answer JSON schema of what its transactions emit
 * @param retentionMs how long outcomes of its calls are retained, in milliseconds
 */
@Internal
public record DescribedProcedure(
        String name, JsonNode request, JsonNode answer, long retentionMs) {}
