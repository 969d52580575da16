/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.MalformedMessageException;
import io.tspoon.examples.messages.Message;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Parses messages as votes. A malformed message is passed on too, so that it gets a result. */
final class VoteParser extends RichMapFunction<Message, IncomingVote> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public IncomingVote map(Message message) {
        try {
            Vote vote = json.read(message, Vote.class);
            return new IncomingVote(vote.id(), vote, "");
        } catch (MalformedMessageException e) {
            return new IncomingVote(message.origin(), null, String.valueOf(e.getMessage()));
        }
    }
}
