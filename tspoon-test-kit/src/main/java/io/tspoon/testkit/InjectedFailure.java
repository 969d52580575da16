/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.accumulators.IntMaximum;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Lets a task fail when so many elements have passed it: {@code
 * InjectedFailure.after(100).in(results)}. In a job that {@linkplain LocalJob#recovering recovers}
 * the elements come again, and it does not fail any more, unless {@link #times} says so.
 */
@PublicEvolving
public final class InjectedFailure {
    static final String RESTARTS = "tspoon-test-kit-restarts";

    private final long elements;
    private final int runs;

    private InjectedFailure(long elements, int runs) {
        this.elements = elements;
        this.runs = runs;
    }

    /**
     * A failure in the first run of the job.
     *
     * @param elements how many each subtask passes on before it fails
     */
    public static InjectedFailure after(long elements) {
        return new InjectedFailure(elements, 1);
    }

    /** The same failure in each of the first runs of the job. */
    public InjectedFailure times(int firstRuns) {
        return new InjectedFailure(elements, firstRuns);
    }

    /** Returns the stream behind the place where the failure happens. */
    public <T> DataStream<T> in(DataStream<T> stream) {
        return stream.map(new Failing<T>(elements, runs))
                .returns(stream.getType())
                .setParallelism(stream.getParallelism())
                .name("injected failure");
    }

    private static final class Failing<T> extends RichMapFunction<T, T> {
        private static final long serialVersionUID = 1L;

        private final long elements;
        private final int runs;
        private transient long passed;

        Failing(long elements, int runs) {
            this.elements = elements;
            this.runs = runs;
        }

        @Override
        public void open(OpenContext context) {
            IntMaximum restarts = new IntMaximum();
            getRuntimeContext().addAccumulator(RESTARTS, restarts);
            restarts.add(run());
            passed = 0;
        }

        private int run() {
            return getRuntimeContext().getTaskInfo().getAttemptNumber();
        }

        @Override
        public T map(T element) {
            if (run() < runs && passed++ == elements) {
                throw new IllegalStateException(
                        "[TSP-8111] This failure was injected by a test, elements=" + elements);
            }
            return element;
        }
    }
}
