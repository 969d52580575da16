/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The message about the outcome of a vote. Jackson writes it as JSON.
 *
 * @param vote id of the vote; place of the message if it was malformed
 * @param outcome {@code COUNTED} or {@code REFUSED}
 * @param timestamp place of the vote in the serial order of all votes
 * @param board the board after the vote; null if it was refused
 * @param reasons why the vote was refused; null if it was counted
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VoteResult(
        String vote,
        String outcome,
        long timestamp,
        @Nullable Board board,
        @Nullable List<String> reasons) {}
