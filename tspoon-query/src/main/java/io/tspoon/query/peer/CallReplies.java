/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * What became of calls.
 *
 * @param replies one for each call, in their order
 */
@Internal
public record CallReplies(List<CallReply> replies) {}
