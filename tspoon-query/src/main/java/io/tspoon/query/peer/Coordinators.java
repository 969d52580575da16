/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The coordinators of a t-graph at a server.
 *
 * @param parallelism number of coordinators of the t-graph; 0 if none is here that takes calls
 * @param indexes those that are here
 * @param procedures names of what can be called
 * @param owners the owner of each key that was asked for; empty if none is here that takes calls
 */
@Internal
public record Coordinators(
        int parallelism, List<Integer> indexes, List<String> procedures, List<Integer> owners) {}
