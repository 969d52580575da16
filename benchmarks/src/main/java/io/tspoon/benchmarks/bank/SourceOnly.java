/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;

import org.apache.flink.streaming.api.datastream.DataStream;

/** No bank at all: shows how much source and sink could do. */
final class SourceOnly implements Bank {
    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        transfers.sinkTo(new CountingSink<>(run.meter(), SourceOnly::count));
    }

    private static void count(Transfer transfer, Gauge gauge) {
        gauge.count();
        gauge.recordSince(transfer.start());
    }
}
