/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.util.Collector;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The stateless operations between two network edges of a t-graph, run as plain calls inside the
 * operator before them. Elements go in at one end; what comes out at the other is written as
 * fragments.
 *
 * <p>Unless object reuse is on or the type is immutable, elements are copied in two cases. If a
 * stream has several consumers, all but the last get copies. And a function that directly follows
 * another one gets copies, because the first one may still use what it has collected.
 */
@Internal
public final class Pipeline {
    private final PipelineOutput output;
    private final AbortCapture capture;
    private final Owners owners;
    private final boolean objectReuse;
    private final Triggering triggering;
    private final ExchangeSteps exchanges;

    private final List<Function> functions = new ArrayList<>();
    private final IdentityHashMap<Outlet.ToStep, Step<Object>> built = new IdentityHashMap<>();

    /** A pipeline in which no step waits for values. */
    public Pipeline(
            PipelineOutput output,
            AbortCapture capture,
            Owners owners,
            boolean objectReuse,
            Triggering triggering) {
        this(output, capture, owners, objectReuse, triggering, ExchangeSteps.NOWHERE);
    }

    /**
     * @param owners of the keys by which elements are sent to stateful operators
     * @param triggering takes what functions trigger
     * @param exchanges makes the steps that wait for values
     */
    public Pipeline(
            PipelineOutput output,
            AbortCapture capture,
            Owners owners,
            boolean objectReuse,
            Triggering triggering,
            ExchangeSteps exchanges) {
        this.output = output;
        this.capture = capture;
        this.owners = owners;
        this.objectReuse = objectReuse;
        this.triggering = triggering;
        this.exchanges = exchanges;
    }

    /** Takes the elements that enter the pipeline. */
    public interface Entry<T> {
        void accept(T element) throws Exception;
    }

    /**
     * Builds the steps behind a stream.
     *
     * @param outlets the consumers of the stream
     * @param serializer of its elements
     */
    @SuppressWarnings("unchecked")
    public <T> Entry<T> entry(List<Outlet> outlets, TypeSerializer<?> serializer) {
        Step<T> step = (Step<T>) fanOut(outlets, (TypeSerializer<Object>) serializer, false);
        TypeSerializer<Object> triggers = triggering.serializer();
        if (triggers == null) {
            return step::accept;
        }
        return element -> {
            if (element instanceof Triggered) {
                output.toTrigger(triggers, element);
            } else {
                step.accept(element);
            }
        };
    }

    /**
     * Adds a function whose life cycle follows that of the pipeline, unless it was added before.
     */
    public void register(Function function) {
        for (Function known : functions) {
            if (known == function) {
                return;
            }
        }
        functions.add(function);
    }

    /** Opens the functions. Their runtime context offers everything except Flink's state. */
    public void open(RuntimeContext context) throws Exception {
        for (Function function : functions) {
            if (function instanceof RichFunction rich) {
                String name = function.getClass().getName();
                rich.setRuntimeContext(new FunctionContext(context, name));
                rich.open(new OpenContext() {});
            }
        }
    }

    /** Closes all functions, even if one of them throws. */
    public void close() throws Exception {
        List<AutoCloseable> open = new ArrayList<>();
        for (Function function : functions) {
            if (function instanceof RichFunction rich) {
                open.add(rich::close);
            }
        }
        functions.clear();
        IOUtils.closeAll(open, Throwable.class);
    }

    /**
     * @param kept whether the sender may still use the elements
     */
    private Step<Object> fanOut(
            List<Outlet> outlets, TypeSerializer<Object> serializer, boolean kept) {
        List<Step<Object>> steps = new ArrayList<>();
        for (Outlet outlet : outlets) {
            steps.add(step(outlet));
        }
        if (steps.isEmpty()) {
            return element -> {};
        }
        boolean copies = !objectReuse && !serializer.isImmutableType();
        int last = steps.size() - 1;
        if (copies && kept && callsFunction(outlets.get(last))) {
            Step<Object> uncopied = steps.get(last);
            steps.set(last, element -> uncopied.accept(serializer.copy(element)));
        }
        if (steps.size() == 1) {
            return steps.get(0);
        }
        return element -> {
            for (int i = 0; i < last; i++) {
                steps.get(i).accept(copies ? serializer.copy(element) : element);
            }
            steps.get(last).accept(element);
        };
    }

    private static boolean callsFunction(Outlet outlet) {
        return outlet instanceof Outlet.ToStep || outlet instanceof Outlet.ToExchange;
    }

    @SuppressWarnings("unchecked")
    private Step<Object> step(Outlet outlet) {
        if (outlet instanceof Outlet.ToStep toStep) {
            Step<Object> known = built.get(toStep);
            if (known == null) {
                known = function(toStep);
                built.put(toStep, known);
            }
            return known;
        }
        if (outlet instanceof Outlet.ToState toState) {
            return toState(toState);
        }
        if (outlet instanceof Outlet.ToExchange exchange) {
            return exchange(exchange);
        }
        if (outlet instanceof Outlet.ToOpen toOpen) {
            TypeSerializer<Object> answers = (TypeSerializer<Object>) toOpen.elementSerializer();
            return element -> output.toOpen(answers, element);
        }
        if (outlet instanceof Outlet.ByEntry byEntry) {
            return byEntry(byEntry);
        }
        TypeSerializer<Object> serializer =
                (TypeSerializer<Object>) ((Outlet.ToResult) outlet).elementSerializer();
        return element -> output.toResult(serializer, element);
    }

    private Step<Object> toState(Outlet.ToState outlet) {
        int operator = outlet.operator();
        @SuppressWarnings("unchecked")
        KeySelector<Object, Object> keySelector =
                (KeySelector<Object, Object>) outlet.keySelector();
        @SuppressWarnings("unchecked")
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) outlet.elementSerializer();
        @SuppressWarnings("unchecked")
        Fallibility<Object> fallibility = (Fallibility<Object>) outlet.fallibility();
        return element -> {
            Object key = keySelector.getKey(element);
            if (key == null) {
                throw new NullPointerException(
                        "[TSP-2108] Cannot route element to stateful operator: its key is null,"
                                + " element="
                                + element
                                + ". Filter such elements out before keyBy.");
            }
            output.toState(
                    operator,
                    owners.ownerOf(key),
                    fallibility.mayFail(element),
                    serializer,
                    element);
        };
    }

    @SuppressWarnings("unchecked")
    private Step<Object> byEntry(Outlet.ByEntry outlet) {
        List<Step<Object>> entries = new ArrayList<>();
        for (int entry = 0; entry < outlet.outlets().size(); entry++) {
            TypeSerializer<Object> serializer =
                    (TypeSerializer<Object>) outlet.serializers().get(entry);
            entries.add(fanOut(outlet.outlets().get(entry), serializer, false));
        }
        return element -> {
            Entered<Object> entered = (Entered<Object>) element;
            entries.get(entered.entry()).accept(entered.element());
        };
    }

    @SuppressWarnings("unchecked")
    private Step<Object> exchange(Outlet.ToExchange exchange) {
        register(exchange.function().userFunction());
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) exchange.outputSerializer();
        return exchanges.step(exchange, fanOut(exchange.outlets(), serializer, true));
    }

    @SuppressWarnings("unchecked")
    private Step<Object> function(Outlet.ToStep toStep) {
        StepFunction<Object, Object> function = (StepFunction<Object, Object>) toStep.function();
        register(function.userFunction());
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) toStep.outputSerializer();
        Step<Object> next = fanOut(toStep.outlets(), serializer, true);
        StepContext context = new StepContext(toStep.name(), capture, triggering, output);
        Collector<Object> out = new StepCollector(toStep.name(), next);
        return element -> function.apply(element, context, out);
    }

    /** Passes on an element that a function has made. */
    static void passOn(String operation, Step<Object> next, @Nullable Object element) {
        if (element == null) {
            throw new NullPointerException(
                    "[TSP-2109] Cannot send on element: it is null, operation="
                            + operation
                            + ". Use filter or flatMap where nothing is to come out.");
        }
        try {
            next.accept(element);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new StepException(e);
        }
    }

    /** Passes on what a function collects. */
    private record StepCollector(String operation, Step<Object> next) implements Collector<Object> {
        @Override
        public void collect(Object element) {
            passOn(operation, next, element);
        }

        @Override
        public void close() {}
    }
}
