/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.OutgoingMessage;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Turns answers into messages. Change the output here. */
final class AnswerWriter extends RichFlatMapFunction<TransactionResult<Answer>, OutgoingMessage> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public void flatMap(TransactionResult<Answer> result, Collector<OutgoingMessage> out) {
        for (Answer answer : result.emitted()) {
            out.collect(
                    new OutgoingMessage(
                            LinearRoadTopology.topic(answer), result.key(), json.write(answer)));
        }
    }
}
