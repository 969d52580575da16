/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What became of a vote, as a message.
 *
 * @param vote its id; where the message was, if it is malformed
 * @param outcome {@code COUNTED} or {@code REFUSED}
 * @param timestamp place of the vote in the serial order of all votes
 * @param board what the screen shows after it; null if it was refused
 * @param reasons why it was refused; null if it was counted
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VoteResult(
        String vote,
        String outcome,
        long timestamp,
        @Nullable Board board,
        @Nullable List<String> reasons) {}
