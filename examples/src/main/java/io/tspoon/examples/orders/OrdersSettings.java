/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.MessageSettings;

/**
 * What the job does.
 *
 * @param messages where orders come from
 * @param creditLimit what each customer may spend, in cents
 * @param initialStock pieces of each item in each warehouse before the first order
 */
record OrdersSettings(MessageSettings messages, long creditLimit, long initialStock) {
    OrderGenerator generator() {
        return new OrderGenerator(messages.seed());
    }
}
