/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.Call;
import io.tspoon.call.CallKey;
import io.tspoon.call.CallOutcome;
import io.tspoon.call.Procedure;
import io.tspoon.protocol.regime.ResultOrder;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A desk with real keyed state and timers. The test is the coordinator behind it: it decides when
 * there is room and what becomes of transactions.
 */
final class DeskOperator implements AutoCloseable {
    static final String TRANSFER = "transfer";

    private final Inner operator = new Inner();
    private final KeyedOneInputStreamOperatorTestHarness<Integer, Long, Long> harness;
    private final CallSettings settings;
    private final boolean checkpoints;

    /** The calls whose transactions have begun and are not over. */
    final ArrayDeque<Begun> begun = new ArrayDeque<>();

    /** How many may begin. */
    int room = Integer.MAX_VALUE;

    boolean recovered = true;
    int ended;
    long observed;
    private long timestamps = 100;

    /** A transaction that has begun. */
    record Begun(Object request, String key, long digestHigh, long digestLow) {}

    /**
     * @param checkpoints whether the job takes checkpoints
     * @param snapshot what it restores; null if it begins anew
     */
    DeskOperator(
            CallSettings settings,
            boolean checkpoints,
            int parallelism,
            int index,
            @Nullable OperatorSubtaskState snapshot)
            throws Exception {
        this.settings = settings;
        this.checkpoints = checkpoints;
        harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        operator, any -> 0, Types.INT, 128, parallelism, index);
        if (snapshot != null) {
            harness.initializeState(snapshot);
        }
        harness.open();
    }

    CallDesk desk() {
        return Objects.requireNonNull(operator.desk);
    }

    CompletableFuture<CallOutcome> call(String key, long digest) throws Exception {
        return call(key, digest, false);
    }

    CompletableFuture<CallOutcome> call(String key, long digest, boolean durable) throws Exception {
        CompletableFuture<CallOutcome> outcome =
                desk().call(new Call(key(key), 1, digest, digest, 0, durable));
        desk().serve();
        return outcome;
    }

    static CallKey key(String key) {
        return new CallKey(TRANSFER, "", key);
    }

    /** The oldest transaction that has begun is over. */
    void commit() throws Exception {
        end(Outcome.COMMITTED, List.of());
    }

    void abort() throws Exception {
        end(
                Outcome.ABORTED,
                List.of(new AbortReason(AbortReason.Kind.USER, "balance", "7", "broke", "")));
    }

    private void end(Outcome outcome, List<AbortReason> reasons) throws Exception {
        Begun over = begun.remove();
        long timestamp = timestamps++;
        desk().ended(
                        List.of(
                                new TransactionResult<>(
                                        new TransactionId(timestamp),
                                        TRANSFER,
                                        over.key(),
                                        new ExecutionTimestamp(timestamp),
                                        outcome,
                                        1,
                                        reasons,
                                        List.of(),
                                        outcome == Outcome.COMMITTED
                                                ? List.of((Long) over.request())
                                                : List.of())));
    }

    OperatorSubtaskState snapshot(long checkpoint) throws Exception {
        OperatorSubtaskState state = harness.snapshot(checkpoint, checkpoint);
        desk().snapshot(checkpoint, false);
        return state;
    }

    void setTime(long ms) throws Exception {
        harness.setProcessingTime(ms);
    }

    @Override
    public void close() throws Exception {
        harness.close();
    }

    /** Has what Flink gives. */
    private final class Inner extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long>, CallAdmission {
        private static final long serialVersionUID = 1L;

        private transient @Nullable CallDesk desk;

        @Override
        public void open() throws Exception {
            super.open();
            desk =
                    CallDesk.open(
                            plan(
                                    settings,
                                    List.of(
                                            new Procedure(
                                                    TRANSFER,
                                                    Types.LONG,
                                                    Types.LONG,
                                                    request -> List.of()))),
                            this,
                            new CallServices(this, getRuntimeContext().getTaskInfo(), checkpoints),
                            () -> {});
        }

        @Override
        public void processElement(StreamRecord<Long> element) {}

        @Override
        public boolean isRecovered() {
            return recovered;
        }

        @Override
        public boolean makeRoom() {
            return begun.size() < room;
        }

        @Override
        public void begin(
                int procedure, Object request, String key, long digestHigh, long digestLow) {
            begun.add(new Begun(request, key, digestHigh, digestLow));
        }

        @Override
        public void begun() {}

        @Override
        public void ended() {
            ended++;
        }

        @Override
        public void observe(long timestamp) {
            observed = Math.max(observed, timestamp);
        }
    }

    /** The plan of a t-graph with procedures. */
    static OpenPlan<Long> plan(CallSettings settings, List<Procedure> procedures) {
        GraphSettings graph =
                new GraphSettings(
                        "bank",
                        IsolationLevel.PL3,
                        ConcurrencyControl.TIMESTAMP_BASED,
                        10,
                        10,
                        1,
                        10,
                        1_000,
                        10,
                        false,
                        null,
                        null,
                        ResultOrder.AS_READY,
                        settings,
                        ExceptionPolicy.FAIL_JOB,
                        ReturnedInputs.NONE);
        List<String> entrances = new ArrayList<>(List.of("orders"));
        procedures.forEach(procedure -> entrances.add(procedure.name()));
        return new OpenPlan<>(
                graph,
                task -> key -> 0,
                LongSerializer.INSTANCE,
                null,
                List.of(),
                List.of(),
                LongSerializer.INSTANCE,
                InputSpread.ANY,
                entrances,
                procedures,
                false,
                null,
                List.of(),
                TriggerPlan.NONE);
    }
}
