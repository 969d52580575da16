/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.SlotTable;
import io.tspoon.runtime.exchange.ExchangeFunction;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * Lets functions in the open operator get the values of several keys. In its first pass an attempt
 * asks the owners of the keys, who hold them; when all have answered and nobody has voted against
 * it, the functions are called, and a second pass sends what they have written.
 *
 * <p>Confined to the mailbox thread. Design: ADR 0034.
 */
@Internal
public final class Exchanges implements ExchangeSteps, Passes {
    private final PipelineOutput output;
    private final AbortCapture capture;
    private final Owners owners;
    private final boolean objectReuse;
    private final Triggering triggering;
    private final KeysEnd keysEnd;

    /** By slot: attempts that wait for values. */
    private final SlotTable<Exchange> waiting;

    /** That of the attempt that is being executed; null if it has none. */
    private @Nullable Exchange current;

    /**
     * @param owners of the keys
     * @param triggering takes what functions trigger
     * @param keysEnd how participants learn that a key is not needed any more
     * @param slots number of slots of the coordinator
     */
    public Exchanges(
            PipelineOutput output,
            AbortCapture capture,
            Owners owners,
            boolean objectReuse,
            Triggering triggering,
            KeysEnd keysEnd,
            int slots) {
        this.output = output;
        this.capture = capture;
        this.owners = owners;
        this.objectReuse = objectReuse;
        this.triggering = triggering;
        this.keysEnd = keysEnd;
        this.waiting = new SlotTable<>(slots);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Step<Object> step(Outlet.ToExchange exchange, Step<Object> next) {
        TypeSerializer<Object> elements = (TypeSerializer<Object>) exchange.elementSerializer();
        boolean copies = objectReuse && !elements.isImmutableType();
        return element -> {
            Exchange own = current;
            if (own == null) {
                own = new Exchange();
                current = own;
            }
            own.add(exchange, copies ? elements.copy(element) : element, next);
        };
    }

    @Override
    public void begin() {
        current = null;
    }

    /** Asks for the values of all keys; if there are none, calls the functions at once. */
    @Override
    public void end(int slot) throws Exception {
        Exchange exchange = current;
        if (exchange == null) {
            return;
        }
        for (ExchangedKey key : exchange.keys()) {
            send(key, key.request());
        }
        if (exchange.keys().isEmpty()) {
            call(exchange);
        } else {
            waiting.set(slot, exchange);
        }
    }

    @Override
    public void beginSecond(int coordinator, int slot, long timestamp) {
        output.beginLate(coordinator, slot, timestamp);
    }

    @Override
    public void second(int slot, List<ExchangedValue<?, ?>> values) throws Exception {
        Exchange exchange = Objects.requireNonNull(waiting.get(slot), "nobody has asked");
        waiting.clear(slot);
        current = exchange;
        for (ExchangedValue<?, ?> value : values) {
            ExchangedKey key = exchange.keys().get(value.place());
            key.value = value.value();
            key.exists = value.exists();
        }
        call(exchange);
        for (ExchangedKey key : exchange.keys()) {
            key.check(capture);
        }
        for (ExchangedKey key : exchange.keys()) {
            if (key.written) {
                send(key, key.write());
            } else if (keysEnd == KeysEnd.WITH_A_FRAGMENT && key.updates) {
                send(key, key.request());
            }
        }
    }

    @Override
    public void secondAborted() throws Exception {
        Exchange exchange = Objects.requireNonNull(current, "nobody has asked");
        for (ExchangedKey key : exchange.keys()) {
            if (keysEnd == KeysEnd.WITH_A_FRAGMENT && key.updates) {
                send(key, key.request());
            }
        }
    }

    private void send(ExchangedKey key, ExchangedValue<Object, Object> what) throws Exception {
        int operator = key.role.operator();
        output.toState(operator, owners.ownerOf(key.key), false, key.serializer(), what);
    }

    @SuppressWarnings("unchecked")
    private void call(Exchange exchange) throws Exception {
        for (ExchangeCall call : exchange.calls()) {
            if (!objectReuse) {
                call.copyValues();
            }
            ExchangeFunction<Object, Object> function =
                    (ExchangeFunction<Object, Object>) call.exchange().function();
            function.apply(call.element(), call, new Context(call));
        }
    }

    /** Takes the results of a function. */
    private final class Context implements StateContext<Object> {
        private final ExchangeCall call;

        Context(ExchangeCall call) {
            this.call = call;
        }

        @Override
        public void emit(Object element) {
            Pipeline.passOn(call.exchange().name(), call.next(), element);
        }

        @Override
        public void abort(@Nullable String reason, @Nullable Object... details) {
            context().abort(reason, details);
        }

        @Override
        public <T> void trigger(TriggerTarget<T> entrance, T element) {
            context().trigger(entrance, element);
        }

        private StepContext context() {
            return new StepContext(call.exchange().name(), capture, triggering, output);
        }
    }
}
