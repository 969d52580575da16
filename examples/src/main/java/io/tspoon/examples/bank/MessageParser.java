/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.messages.Message;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Parses Kafka messages as orders. */
final class MessageParser extends RichMapFunction<Message, InputLine> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonOrderParser parser;

    @Override
    public void open(OpenContext context) {
        parser = new JsonOrderParser(ColumnNames.defaults());
    }

    @Override
    public InputLine map(Message message) {
        try {
            if (!message.problem().isEmpty()) {
                throw new MalformedOrderException(message.problem());
            }
            return InputLine.wellFormed(0, parser.parse(message.text()));
        } catch (MalformedOrderException e) {
            return InputLine.malformedMessage(
                    message.origin(), message.text(), String.valueOf(e.getMessage()));
        }
    }
}
