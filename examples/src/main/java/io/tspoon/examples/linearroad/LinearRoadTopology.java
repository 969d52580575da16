/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.cli.InputTally;
import io.tspoon.examples.cli.OutcomeTally;
import io.tspoon.examples.messages.Message;
import io.tspoon.examples.messages.MessageStreams;
import io.tspoon.examples.messages.TopicPlan;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.List;

/** Connects lines, t-graph and output. Attach other sources and sinks here. */
final class LinearRoadTopology {
    private static final String TRAFFIC = "traffic";
    private static final String TOLLS = "tolls";
    private static final String ALERTS = "alerts";
    private static final String QUESTIONS = "questions";

    static final TopicPlan TOPICS = new TopicPlan(TRAFFIC, List.of(TOLLS, ALERTS, QUESTIONS), 1);

    private LinearRoadTopology() {}

    /** Which of the outputs an answer belongs to. */
    static String topic(Answer answer) {
        if (answer.toll() == null) {
            return QUESTIONS;
        }
        return answer.alert() == null ? TOLLS : ALERTS;
    }

    /** Adds the job to the environment. */
    static void build(StreamExecutionEnvironment env, LinearRoadSettings settings) {
        MessageStreams streams = new MessageStreams(env, settings.messages());
        DataStream<Message> lines = streams.read(TRAFFIC, settings.generator());
        // One instance between the source and the t-graph, so that reports enter in their order.
        DataStream<Incoming> incoming =
                lines.rebalance()
                        .map(new LineParser())
                        .name("parsed lines")
                        .setParallelism(1)
                        .map(new InputTally<>())
                        .returns(Incoming.class)
                        .name("messages in")
                        .setParallelism(1);
        DataStream<TransactionResult<Answer>> executed = LinearRoadGraph.execute(incoming);
        DataStream<TransactionResult<Answer>> results =
                executed.map(new OutcomeTally<>())
                        .returns(executed.getType())
                        .name("outcomes")
                        .map(new AnswerTally())
                        .returns(executed.getType())
                        .name("totals");
        streams.write(
                "linear-road",
                TOPICS.outputs(),
                results.flatMap(new AnswerWriter()).name("answers"));
    }
}
