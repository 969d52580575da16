/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Says for each result its key and, behind a blank, its Flink timestamp, or {@code none}. */
public final class Times<T> extends ProcessFunction<TransactionResult<T>, String> {
    private static final long serialVersionUID = 1L;

    private Times() {}

    public static <T> DataStream<String> of(DataStream<TransactionResult<T>> results) {
        return results.process(new Times<T>()).returns(Types.STRING);
    }

    @Override
    public void processElement(
            TransactionResult<T> result, Context context, Collector<String> out) {
        Long time = context.timestamp();
        out.collect(result.key() + " " + (time == null ? "none" : time));
    }
}
