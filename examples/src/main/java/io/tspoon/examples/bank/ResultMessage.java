/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.examples.messages.OutgoingMessage;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Makes a Kafka message of a result: its line of JSON, with the id of the order as the key. */
final class ResultMessage extends RichMapFunction<TransactionResult<Booking>, OutgoingMessage> {
    private static final long serialVersionUID = 1L;

    private final ResultLine line = new ResultLine();

    @Override
    public void open(OpenContext context) {
        line.open(context);
    }

    @Override
    public OutgoingMessage map(TransactionResult<Booking> result) {
        return new OutgoingMessage(BankTopology.RESULTS, result.key(), line.map(result));
    }
}
