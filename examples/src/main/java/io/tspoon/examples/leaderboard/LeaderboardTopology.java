/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.cli.InputTally;
import io.tspoon.examples.cli.OutcomeTally;
import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.MessageStreams;
import io.tspoon.examples.messages.TopicPlan;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Connects messages, t-graph and recount. Attach other sources and sinks here. */
final class LeaderboardTopology {
    /** Topic to read from, with Kafka. */
    static final String VOTES = "votes";

    static final String BOARDS = "boards";

    /** A single partition, because only within a partition do votes have an order. */
    static final TopicPlan TOPICS = new TopicPlan(VOTES, List.of(BOARDS), 1);

    private final LeaderboardSettings settings;
    private final MessageStreams streams;

    LeaderboardTopology(StreamExecutionEnvironment env, LeaderboardSettings settings) {
        this.settings = settings;
        this.streams = new MessageStreams(env, settings.messages());
    }

    /** Adds the job to the environment. */
    void build() {
        build(messages());
    }

    /** The messages that the settings name. */
    DataStream<Message> messages() {
        return streams.read(VOTES, settings.generator());
    }

    /** As {@link #build()}, with the given messages. */
    void build(DataStream<Message> messages) {
        // One instance between the source and the t-graph, so that votes enter in their order.
        DataStream<IncomingVote> incoming =
                messages.rebalance()
                        .map(new VoteParser())
                        .name("parsed votes")
                        .setParallelism(1)
                        .map(new InputTally<>())
                        .returns(IncomingVote.class)
                        .name("votes in")
                        .setParallelism(1);
        DataStream<TransactionResult<Board>> executed =
                LeaderboardGraph.execute(
                        incoming,
                        settings.program(),
                        settings.contestants(),
                        settings.removeEvery());
        DataStream<TransactionResult<Board>> results =
                executed.map(new OutcomeTally<>()).returns(executed.getType()).name("outcomes");
        streams.write(
                "leaderboard",
                TOPICS.outputs(),
                results.map(new ResultWriter()).name("result messages"));
        results.keyBy(result -> 0).process(new Recount()).name("recount").uid("recount");
    }
}
