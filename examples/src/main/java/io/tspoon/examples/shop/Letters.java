/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.OutgoingMessage;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

import java.io.Serializable;

/** Writes records as messages to one topic. */
final class Letters<T> extends RichMapFunction<T, OutgoingMessage> {
    private static final long serialVersionUID = 1L;

    private final String topic;
    private final KeyOf<T> key;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    /** By which Kafka chooses the partition. */
    interface KeyOf<T> extends Serializable {
        String of(T value);
    }

    Letters(String topic, KeyOf<T> key) {
        this.topic = topic;
        this.key = key;
    }

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public OutgoingMessage map(T value) {
        return new OutgoingMessage(topic, key.of(value), json.write(value));
    }
}
