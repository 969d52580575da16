/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

/** A coordinator that nobody waits for: it says now and then how far it is. */
final class ConstantPresence implements Presence {
    private final RoundSender sender;

    ConstantPresence(RoundSender sender) {
        this.sender = sender;
    }

    @Override
    public void heard(long highestTimestamp) {}

    @Override
    public void heartbeat(boolean idle) {
        sender.heartbeat();
    }

    @Override
    public void quiesced() {
        sender.heartbeat();
    }
}
