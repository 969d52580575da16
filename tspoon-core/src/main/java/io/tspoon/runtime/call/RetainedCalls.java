/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;
import io.tspoon.flink.operator.ExpiringState;
import io.tspoon.flink.operator.FlinkSerializers;
import io.tspoon.runtime.result.TransactionResultSerializer;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The outcomes of the calls that a coordinator owns, in Flink's keyed state, so that a checkpoint
 * has them together with what the calls have written. They are serialized with the digests of their
 * requests, without what was written, and without the name of the procedure, which is part of the
 * name.
 */
final class RetainedCalls implements Retention {
    /** Name of the state and of its timers; part of savepoints. */
    private static final String NAME = "calls";

    private final CallOwners owners;
    private final ExpiringState<Tuple3<Long, Long, TransactionResult<Object>>> state;

    /**
     * @param elements writes what the transactions emit
     * @param operator whose keyed state it is
     */
    RetainedCalls(
            CallOwners owners,
            long retentionMs,
            TypeSerializer<Object> elements,
            AbstractStreamOperator<?> operator)
            throws Exception {
        this.owners = owners;
        this.state = new ExpiringState<>(operator, NAME, serializer(elements), retentionMs);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of serializers, which is empty
    private static TypeSerializer<Tuple3<Long, Long, TransactionResult<Object>>> serializer(
            TypeSerializer<Object> elements) {
        return FlinkSerializers.ofNumbersAnd(
                new TransactionResultSerializer<>(
                        elements,
                        new String[0],
                        new TypeSerializer[0],
                        new TypeSerializer[0],
                        new String[0],
                        null));
    }

    @Override
    public long size() {
        return state.size();
    }

    @Override
    public @Nullable Retained find(CallKey key) throws Exception {
        String name = CallOwners.name(key);
        Tuple3<Long, Long, TransactionResult<Object>> found =
                state.get(owners.keyGroup(name), name);
        return found == null
                ? null
                : new Retained(found.f0, found.f1, named(found.f2, key.procedure()));
    }

    @Override
    public void add(CallKey key, Retained ended) throws Exception {
        String name = CallOwners.name(key);
        state.add(owners.keyGroup(name), name, stored(ended));
    }

    @Override
    public void put(CallKey key, Retained ended) throws Exception {
        String name = CallOwners.name(key);
        state.put(owners.keyGroup(name), name, stored(ended));
    }

    @SuppressWarnings("unchecked") // of what the t-graph emits
    private static Tuple3<Long, Long, TransactionResult<Object>> stored(Retained ended) {
        TransactionResult<Object> result = (TransactionResult<Object>) ended.result();
        return Tuple3.of(ended.digestHigh(), ended.digestLow(), named(result, ""));
    }

    private static TransactionResult<Object> named(
            TransactionResult<Object> result, String entrance) {
        return new TransactionResult<>(
                result.id(),
                entrance,
                result.key(),
                result.timestamp(),
                result.outcome(),
                result.attempts(),
                result.reasons(),
                List.of(),
                result.emitted());
    }
}
