/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

import java.util.List;

/** Results leave as the elements of a stream, with the Flink timestamps of their elements. */
final class StreamExit<T> implements Exit<T> {
    private final Output<StreamRecord<TransactionResult<T>>> output;

    StreamExit(Output<StreamRecord<TransactionResult<T>>> output) {
        this.output = output;
    }

    /** Makes a new record for each call, because a store into an old object costs a fence. */
    @Override
    public void leave(Leaving<T> leaving) {
        if (leaving.isEmpty()) {
            return;
        }
        StreamRecord<TransactionResult<T>> record = new StreamRecord<>(null);
        List<TransactionResult<T>> results = leaving.results();
        for (int i = 0; i < results.size(); i++) {
            long time = leaving.time(i);
            if (time == ElementTimes.NONE) {
                record.eraseTimestamp();
            } else {
                record.setTimestamp(time);
            }
            output.collect(record.replace(results.get(i)));
        }
    }
}
