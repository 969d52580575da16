/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.call;

import io.tspoon.call.CallKey;
import io.tspoon.transaction.Outcome;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/** Retains calls in memory, for ever. */
final class MapRetention implements Retention {
    private final Map<CallKey, Retained> calls = new HashMap<>();
    private final CallFault fault;

    MapRetention(CallFault fault) {
        this.fault = fault;
    }

    @Override
    public long size() {
        return calls.size();
    }

    @Override
    public @Nullable Retained find(CallKey key) {
        return calls.get(named(key));
    }

    @Override
    public void add(CallKey key, Retained ended) {
        if (fault != CallFault.FORGETS_ABORTS || ended.result().outcome() != Outcome.ABORTED) {
            calls.put(named(key), ended);
        }
    }

    @Override
    public void put(CallKey key, Retained ended) {
        add(key, ended);
    }

    private CallKey named(CallKey key) {
        return fault == CallFault.MIXES_PROCEDURES ? new CallKey("any", "", key.key()) : key;
    }

    Map<CallKey, Retained> copy() {
        return Map.copyOf(calls);
    }
}
