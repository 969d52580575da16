/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/**
 * An entry of a scan.
 *
 * @param place where its key is in the order of the scan
 * @param value its value, after the projection
 */
@Internal
public record PlacedEntry(Place place, JsonNode value) {}
