/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.StepFunction;
import io.tspoon.transaction.TransactionContext;

import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.util.Collector;

/** Wraps each stateless function as a step of the engine. */
final class Steps {
    private Steps() {}

    public record Map<I, O>(MapFunction<I, O> userFunction) implements StepFunction<I, O> {
        @Override
        public boolean isOneToOne() {
            return true;
        }

        @Override
        public void apply(I element, TransactionContext transaction, Collector<O> out)
                throws Exception {
            out.collect(userFunction.map(element));
        }
    }

    public record Filter<I>(FilterFunction<I> userFunction) implements StepFunction<I, I> {
        @Override
        public boolean isOneToOne() {
            return true;
        }

        @Override
        public void apply(I element, TransactionContext transaction, Collector<I> out)
                throws Exception {
            if (userFunction.filter(element)) {
                out.collect(element);
            }
        }
    }

    public record FlatMap<I, O>(FlatMapFunction<I, O> userFunction) implements StepFunction<I, O> {
        @Override
        public void apply(I element, TransactionContext transaction, Collector<O> out)
                throws Exception {
            userFunction.flatMap(element, out);
        }
    }

    public record Elements<I, O>(ElementsFunction<I, O> userFunction)
            implements StepFunction<I, O> {
        @Override
        public void apply(I element, TransactionContext transaction, Collector<O> out)
                throws Exception {
            Iterable<O> results = userFunction.elements(element);
            if (results == null) {
                throw new NullPointerException(
                        "[TSP-1300] Cannot send on elements: the collection of them is null,"
                                + " operation=flatMap. Return an empty one where nothing is to come"
                                + " out.");
            }
            for (O result : results) {
                out.collect(result);
            }
        }
    }

    public record Processing<I, O>(TransactionalProcessFunction<I, O> userFunction)
            implements StepFunction<I, O> {
        @Override
        public boolean mayAbort() {
            return true;
        }

        @Override
        public void apply(I element, TransactionContext transaction, Collector<O> out)
                throws Exception {
            userFunction.process(element, transaction, out);
        }
    }
}
