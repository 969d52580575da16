/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.OutgoingMessage;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Turns results into messages. Change the output here. */
final class ResultWriter extends RichMapFunction<TransactionResult<Board>, OutgoingMessage> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public OutgoingMessage map(TransactionResult<Board> result) {
        return new OutgoingMessage(
                LeaderboardTopology.BOARDS, result.key(), json.write(message(result)));
    }

    private static VoteResult message(TransactionResult<Board> result) {
        long timestamp = result.timestamp().value();
        if (result.isCommitted()) {
            return new VoteResult(
                    result.key(), "COUNTED", timestamp, result.emitted().get(0), null);
        }
        return new VoteResult(
                result.key(),
                "REFUSED",
                timestamp,
                null,
                result.reasons().stream().map(AbortReason::toString).toList());
    }
}
