/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.bound.Limits;
import io.tspoon.query.request.WantedSnapshot;

import org.apache.flink.annotation.Internal;

/**
 * The limits of an endpoint.
 *
 * @param limits limits of each request
 * @param timeouts timeouts of requests
 * @param maxConcurrentRequests maximum number of requests under way
 */
@Internal
public record EndpointLimits(
        Limits limits, WantedSnapshot.Timeouts timeouts, int maxConcurrentRequests) {}
