/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

import java.util.stream.Collectors;

/** Formats a result as one line of JSON. Change the fields of the output here. */
final class ResultLine extends RichMapFunction<TransactionResult<Booking>, String> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient ObjectMapper mapper;

    @Override
    public void open(OpenContext context) {
        mapper = new ObjectMapper();
    }

    @Override
    public String map(TransactionResult<Booking> result) {
        ObjectNode line = mapper.createObjectNode();
        line.put("id", result.key());
        if (result.entrance().equals(Transfer.PROCEDURE.name())) {
            line.put("call", result.entrance());
        }
        line.put("outcome", result.outcome().name());
        line.put("timestamp", result.timestamp().value());
        line.put("attempts", result.attempts());
        if (result.isAborted()) {
            line.put(
                    "reason",
                    result.reasons().stream()
                            .map(AbortReason::toString)
                            .collect(Collectors.joining("; ")));
        }
        return line.toString();
    }
}
