/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.triggers;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.TriggerSpec;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerKey;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each number begins a chain of transactions on other keys of the same state, each of which is
 * triggered by the one before. Some numbers begin several, some steps abort, so that what they have
 * triggered never comes; a function in front of the states triggers, and so do timers. A serial
 * model says what has to come, and what it finds.
 */
enum Chains {
    KEYS {
        @Override
        TransactionalStream<Long> step(TransactionalStream<Step> steps) {
            return steps.keyBy(Step::key)
                    .apply(VISITS, Chains::visitKey, Long.class)
                    .onTimer(VISITS, Long.class, Chains::fireKey);
        }
    },
    PARTITIONS {
        @Override
        TransactionalStream<Long> step(TransactionalStream<Step> steps) {
            return steps.partitionBy(step -> partition(step.key()), Types.INT)
                    .procedure(Chains::visitPartition, Long.class, VISITS_IN_PARTITIONS)
                    .onTimer(VISITS_IN_PARTITIONS, Long.class, Chains::firePartition);
        }
    };

    static final String NUMBERS = "numbers";
    static final String TIMERS = "timers";

    static final TriggerSpec<Step> STEP = TriggerSpec.named("step", Step.class);
    static final TriggerSpec<Long> NOTE = TriggerSpec.named("note", Long.class);

    static final StateSpec<Long, Long> VISITS =
            StateSpec.named("visits", Long.class, Long.class).initialValue(0L);

    private static final StateSpec<Long, Long> VISITS_IN_PARTITIONS =
            StateSpec.named("visits", Long.class, Long.class)
                    .initialValue(0L)
                    .partitionedBy(Chains::partition, Integer.class);

    private static final StateSpec<Long, Long> NOTES =
            StateSpec.named("notes", Long.class, Long.class).initialValue(0L);

    private static final int KEYS_OF_STATE = 40;
    private static final int DEEPEST = 6;
    private static final int DEEPEST_OF_LONG = 60;
    private static final long FIRED = 1_000;
    private static final long DELAY = 50;

    /**
     * A step of a chain.
     *
     * @param level 0 of the number itself
     * @param branch which of several steps it is that one transaction has triggered
     */
    public record Step(long number, int level, int branch) {
        long key() {
            return (number + 7L * level + branch) % KEYS_OF_STATE;
        }

        /**
         * Some chains are so long that a snapshot which is taken meanwhile finds one that waits.
         */
        private boolean isLong() {
            return number % 250 == 249;
        }

        boolean aborts() {
            return !isLong() && (number + 3L * level + branch) % 11 == 5;
        }

        /** What it triggers. */
        List<Step> next() {
            List<Step> next = new ArrayList<>();
            if (level < (isLong() ? DEEPEST_OF_LONG : number % DEEPEST)) {
                int branches = level == 0 && number % 10 == 0 ? 3 : 1;
                for (int i = 0; i < branches; i++) {
                    next.add(new Step(number, level + 1, branch + i));
                }
            }
            return next;
        }

        boolean isTimed() {
            return level == 0 && number % 12 == 0;
        }
    }

    private static int partition(long key) {
        return (int) (key % 5);
    }

    abstract TransactionalStream<Long> step(TransactionalStream<Step> steps);

    DataStream<TransactionResult<Long>> chain(
            TransactionalGraph graph,
            StreamExecutionEnvironment environment,
            DataStream<Long> numbers) {
        TransactionalGraph opened = graph.returnInputs(ReturnedInputs.ALL);
        TransactionalStream<Step> first =
                opened.openTransaction(NUMBERS, numbers, number -> Long.toString(number))
                        .process(Chains::begin, Step.class);
        TransactionalStream<Step> further = opened.openTriggers(environment, STEP);
        TransactionalStream<Long> notes =
                opened.openTriggers(environment, NOTE)
                        .keyBy(note -> Math.abs(note) % KEYS_OF_STATE)
                        .update(NOTES, (value, note) -> value + 1, (v, note) -> note, Long.class);
        return TransactionalGraph.closeTransaction(step(first.union(further)), notes);
    }

    private static void begin(Long number, TransactionContext transaction, Collector<Step> out) {
        if (number % 7 == 0) {
            transaction.trigger(NOTE, number);
        }
        out.collect(new Step(number, 0, 0));
    }

    private static void visit(ValueAccess<Long> value, Step step, StateContext<Long> transaction) {
        value.set(value.get() + 1);
        step.next().forEach(next -> transaction.trigger(STEP, next));
        if (step.aborts()) {
            transaction.abort("not this step");
        }
        transaction.emit(step.number());
    }

    private static void visitKey(
            ValueAccess<Long> value, Step step, StateContext<Long> transaction) {
        if (step.isTimed()) {
            transaction.timers().at(Instant.ofEpochMilli(step.number() + DELAY), step.number());
        }
        visit(value, step, transaction);
    }

    private static void visitPartition(
            Partition partition, Step step, StateContext<Long> transaction) {
        if (step.isTimed()) {
            partition
                    .timers(VISITS_IN_PARTITIONS, step.key())
                    .at(Instant.ofEpochMilli(step.number() + DELAY), step.number());
        }
        visit(partition.of(VISITS_IN_PARTITIONS, step.key()), step, transaction);
    }

    private static void fireKey(
            ValueAccess<Long> value, Long number, StateContext<Long> transaction) {
        value.set(value.get() + FIRED);
        transaction.trigger(NOTE, -number);
        transaction.emit(-number);
    }

    private static void firePartition(
            Partition partition, Long key, Long number, StateContext<Long> transaction) {
        fireKey(partition.of(VISITS_IN_PARTITIONS, key), number, transaction);
    }

    /** Gives each number the time that it is itself. */
    static WatermarkStrategy<Long> time() {
        return WatermarkStrategy.<Long>forGenerator(context -> new Now())
                .withTimestampAssigner((number, before) -> number);
    }

    private static final class Now implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long number, long timestamp, WatermarkOutput output) {
            if (number % 20 == 0) {
                output.emitWatermark(new Watermark(number));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    // ------------------------------------------------------------------ the model

    private static final class Model {
        private final boolean isSerializable;
        private final Map<Long, Long> visits = new HashMap<>();
        private final Set<Long> numbers = new HashSet<>();
        private final Set<Long> timers = new HashSet<>();

        /** By the transaction that has triggered it: what is to come, in its order. */
        private final Map<TransactionId, List<Object>> triggered = new HashMap<>();

        /** Of those that were triggered: how many have triggered each other up to there. */
        private final Map<TransactionId, Integer> depths = new HashMap<>();

        private int followers;

        Model(boolean isSerializable) {
            this.isSerializable = isSerializable;
        }

        void replay(TransactionResult<Long> result) {
            switch (result.entrance()) {
                case NUMBERS -> number(result);
                case TIMERS -> timer(result);
                case "step" -> step(result, follows(result, STEP, Step.class));
                default -> note(result, follows(result, NOTE, Long.class));
            }
        }

        private void number(TransactionResult<Long> result) {
            long number = result.input(Long.class);
            assertThat(numbers.add(number)).as("once: %s", result).isTrue();
            if (number % 7 == 0 && result.isCommitted()) {
                trigger(result, number);
            }
            step(result, new Step(number, 0, 0));
        }

        private <E> E follows(TransactionResult<Long> result, TriggerSpec<E> spec, Class<E> type) {
            TransactionId by = result.triggeredBy(spec);
            assertThat(by).as("%s", result).isNotNull().isLessThan(result.id());
            E element = result.input(type);
            List<Object> pending = triggered.getOrDefault(by, List.of());
            assertThat(pending.remove(element)).as("once: %s", result).isTrue();
            int depth = depths.getOrDefault(by, 0) + 1;
            assertThat(TriggerKey.parse(result.key()).depth()).as("%s", result).isEqualTo(depth);
            depths.put(result.id(), depth);
            followers++;
            return element;
        }

        private void step(TransactionResult<Long> result, Step step) {
            assertThat(result.isAborted()).as("%s", result).isEqualTo(step.aborts());
            if (result.isAborted()) {
                return;
            }
            assertThat(result.emitted()).containsExactly(step.number());
            step.next().forEach(next -> trigger(result, next));
            if (step.isTimed()) {
                timers.add(step.number());
            }
            visited(result, step.key(), 1);
        }

        private void timer(TransactionResult<Long> result) {
            long number = -result.emitted().get(0);
            assertThat(timers.remove(number)).as("once: %s", result).isTrue();
            trigger(result, -number);
            visited(result, new Step(number, 0, 0).key(), FIRED);
        }

        private void note(TransactionResult<Long> result, long note) {
            assertThat(result.emitted()).containsExactly(note);
        }

        private void visited(TransactionResult<Long> result, long key, long more) {
            long value = visits.merge(key, more, Long::sum);
            if (isSerializable) {
                assertThat(VISITS.updatesIn(result)).as("%s", result).containsEntry(key, value);
            }
        }

        private void trigger(TransactionResult<Long> result, Object element) {
            triggered.computeIfAbsent(result.id(), none -> new ArrayList<>()).add(element);
        }
    }

    /**
     * Checks results against a serial run in their order, at the end of which nothing is to come.
     *
     * @param count of numbers, from 0
     * @param isSerializable whether values must be those of the serial run
     */
    static void check(List<TransactionResult<Long>> results, long count, boolean isSerializable) {
        Model model = new Model(isSerializable);
        results.stream()
                .sorted(Comparator.comparing(TransactionResult::timestamp))
                .forEach(model::replay);
        assertThat(model.numbers).hasSize((int) count);
        assertThat(model.timers).isEmpty();
        assertThat(model.triggered.values()).allSatisfy(left -> assertThat(left).isEmpty());
        assertThat(model.followers).isGreaterThan((int) count);
    }

    /**
     * Checks that what was triggered at a coordinator has entered in the order of what has
     * triggered it.
     */
    static void checkOrder(List<TransactionResult<Long>> results) {
        Map<String, Long> last = new HashMap<>();
        results.stream()
                .filter(result -> List.of("step", "note").contains(result.entrance()))
                .sorted(Comparator.comparing(TransactionResult::timestamp))
                .forEach(
                        result -> {
                            String key = result.key();
                            String coordinator = key.substring(key.lastIndexOf('.'));
                            long by = Long.parseLong(key.substring(0, key.indexOf('.')));
                            Long before = last.put(coordinator, by);
                            assertThat(before == null || before <= by).as("%s", result).isTrue();
                        });
    }
}
