/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import io.tspoon.examples.messages.JsonText;
import io.tspoon.examples.messages.OutgoingMessage;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Turns results into messages: a committed order into a shipment for each of its warehouses, an
 * aborted one into a rejection. Change here what happens after a transaction.
 */
final class Dispatch extends RichFlatMapFunction<TransactionResult<Pick>, OutgoingMessage> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient JsonText json;

    @Override
    public void open(OpenContext context) {
        json = new JsonText();
    }

    @Override
    public void flatMap(TransactionResult<Pick> result, Collector<OutgoingMessage> out) {
        if (result.isAborted()) {
            List<String> reasons = result.reasons().stream().map(AbortReason::toString).toList();
            Rejection rejection = new Rejection(result.key(), reasons, result.timestamp().value());
            out.collect(
                    new OutgoingMessage(
                            OrdersTopology.REJECTIONS, result.key(), json.write(rejection)));
            return;
        }
        Map<String, List<Pick>> byWarehouse =
                result.emitted().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Pick::warehouse, TreeMap::new, Collectors.toList()));
        int parcel = 0;
        for (Map.Entry<String, List<Pick>> picks : byWarehouse.entrySet()) {
            parcel++;
            Shipment shipment =
                    new Shipment(
                            result.key(),
                            picks.getKey(),
                            parcel,
                            byWarehouse.size(),
                            lines(picks.getValue()),
                            result.timestamp().value());
            out.collect(
                    new OutgoingMessage(
                            OrdersTopology.SHIPMENTS, picks.getKey(), json.write(shipment)));
        }
    }

    private static List<Shipment.Line> lines(List<Pick> picks) {
        Map<String, Integer> pieces =
                picks.stream()
                        .collect(
                                Collectors.toMap(
                                        Pick::item, Pick::quantity, Math::addExact, TreeMap::new));
        return pieces.entrySet().stream()
                .map(item -> new Shipment.Line(item.getKey(), item.getValue()))
                .toList();
    }
}
