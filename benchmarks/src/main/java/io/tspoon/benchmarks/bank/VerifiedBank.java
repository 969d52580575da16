/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** A bank that promises something, which a run can be checked for. */
public interface VerifiedBank extends Bank {
    /** As {@link #build}, with sinks that keep all results. */
    void buildKept(DataStream<Transfer> transfers, Run run);

    /**
     * Checks what the sinks have kept.
     *
     * @throws io.tspoon.benchmarks.harness.BenchmarkException if a result is wrong
     */
    Verified verify(BankRunner.Checked run, List<Object> kept);

    @Override
    default @Nullable Auditable audited(String name, Load load) {
        return new AuditedBank(name, this, load);
    }

    /** Between which accounts transfers are executed. */
    default Placement placement(Load load) {
        return Placement.AS_ASKED;
    }

    /**
     * What each account holds after a run, where that is kept outside of the job; null where the
     * job itself must be asked: with {@link Questions}, whose results the sinks keep.
     */
    default @Nullable Map<Integer, Long> balancesOutside() {
        return null;
    }
}
