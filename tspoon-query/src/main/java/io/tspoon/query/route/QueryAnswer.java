/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The results of all reads of one snapshot.
 *
 * @param timestamp timestamp of the snapshot
 * @param results one for each read, in their order
 */
@Internal
public record QueryAnswer(long timestamp, List<ReadResult> results) {}
