/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.MalformedMessageException;
import io.tspoon.examples.messages.Message;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Parses messages as orders. A malformed message is passed on too, so that it gets a result. */
final class OrderParser extends RichMapFunction<Message, IncomingOrder> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public IncomingOrder map(Message message) {
        try {
            Order order = json.read(message, Order.class);
            return new IncomingOrder(order.number(), order, "");
        } catch (MalformedMessageException e) {
            return new IncomingOrder(message.origin(), null, String.valueOf(e.getMessage()));
        }
    }
}
