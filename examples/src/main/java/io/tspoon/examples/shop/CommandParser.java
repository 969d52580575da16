/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.MalformedMessageException;
import io.tspoon.examples.messages.Message;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Parses messages as commands. A malformed one is passed on too, so that it gets a result. */
final class CommandParser extends RichMapFunction<Message, Incoming> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public Incoming map(Message message) {
        try {
            Command command = json.read(message, Command.class);
            return new Incoming(command.id(), command, message.text(), "");
        } catch (MalformedMessageException e) {
            return new Incoming(
                    message.origin(), null, message.text(), String.valueOf(e.getMessage()));
        }
    }
}
