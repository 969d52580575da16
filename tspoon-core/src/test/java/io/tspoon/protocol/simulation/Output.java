/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

/**
 * One end of a channel, at its sender.
 *
 * @param input number of the channel at its receiver
 */
record Output(Channel<Message> channel, int input) {
    void send(Message message) {
        channel.send(message);
    }

    void sendBarrier() {
        channel.send(new Message.Barrier(input));
    }
}
