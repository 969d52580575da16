/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.Transaction;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.log.LoggedTriggers;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.TriggerKey;
import io.tspoon.transaction.TriggerTarget;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.java.tuple.Tuple3;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * Triggered transactions enter, in the order of those that have triggered them, and before any
 * element of a stream that comes later. They have places of their own, so none waits for a place
 * that only another one can leave. While many wait here, neither calls nor timers enter.
 *
 * <p>What waits is in the snapshot: a checkpoint waits for what is in flight, never for chains. If
 * outcomes are logged, what the log has triggered since and holds no outcome of waits as well.
 */
final class TriggerEntrance<I> implements Triggers, LoggedTriggers {
    private static final Logger LOG = LoggerFactory.getLogger(TriggerEntrance.class);

    /** The most triggered transactions in flight. */
    static final int MAX_IN_FLIGHT = 1_024;

    private record Recovered(TriggerPlan.Target target, long time, Object element) {}

    private final OpenPlan<I> plan;
    private final TriggerPlan triggers;
    private final int coordinator;
    private final int parallelism;
    private final Admission<I> admission;
    private final TriggerState state;
    private final MailboxExecutor mailbox;
    private final OpenMetrics.Triggers metrics;

    private final TriggerQueue queue;

    /** Triggered transactions in flight, by number. */
    private final Long2ObjectOpenHashMap<TriggerQueue.Waiting> inFlight =
            new Long2ObjectOpenHashMap<>();

    /** By root: how many that wait or are in flight belong to its chains. */
    private final TreeMap<Long, Integer> chains = new TreeMap<>();

    /** During recovery: those of this coordinator, and ones that are over before they are known. */
    private final Map<TriggerKey, Recovered> recovered = new HashMap<>();

    private final Set<TriggerKey> over = new HashSet<>();

    /** The snapshot with which the job stops, so that nothing enters; 0 if there is none. */
    private long last;

    TriggerEntrance(
            OpenPlan<I> plan,
            TaskInfo task,
            Admission<I> admission,
            TriggerState state,
            MailboxExecutor mailbox,
            OpenMetrics.Triggers metrics)
            throws Exception {
        this.plan = plan;
        this.triggers = plan.triggers();
        this.coordinator = task.getIndexOfThisSubtask();
        this.parallelism = task.getNumberOfParallelSubtasks();
        this.admission = admission;
        this.state = state;
        this.mailbox = mailbox;
        this.metrics = metrics;
        this.queue = new TriggerQueue(plan.settings().regime().keepsEntryOrder());
        for (Tuple3<String, Long, Triggered> waiting : state.restored()) {
            recover(TriggerKey.parse(waiting.f0), waiting.f2, waiting.f1);
        }
    }

    // ------------------------------------------------------------------ recovery

    @Override
    public LoggedTriggers logged() {
        return this;
    }

    @Override
    public void triggered(TriggerKey key, Triggered what, long time) {
        if (isOwn(key) && !over.remove(key)) {
            recover(key, what, time);
        }
    }

    private void recover(TriggerKey key, Triggered what, long time) {
        recovered.put(key, new Recovered(target(what), time, what.element()));
    }

    private TriggerPlan.Target target(Triggered what) {
        int place = triggers.placeOf(what.entrance());
        if (place < 0) {
            throw new IllegalStateException(
                    "[TSP-2274] Cannot recover what was triggered: the t-graph does not have its"
                            + " entrance any more, graph="
                            + plan.settings().graph()
                            + ", entrance="
                            + what.entrance()
                            + ". Open it again: openTriggers(environment, spec). Stop the job"
                            + " with --drain before you take it away.");
        }
        return triggers.targets().get(place);
    }

    @Override
    public void ended(TriggerKey key) {
        if (recovered.remove(key) == null && isOwn(key)) {
            over.add(key);
        }
    }

    /**
     * Whether this coordinator takes what the log has triggered. What is in the snapshot may have
     * come to any.
     */
    private boolean isOwn(TriggerKey key) {
        return key.coordinator() % parallelism == coordinator;
    }

    @Override
    public void mayGoOn() {
        new TreeMap<>(recovered)
                .forEach((key, one) -> enqueue(0, 0, key, one.target(), one.time(), one.element()));
        recovered.clear();
        over.clear();
        if (isEmpty()) {
            return;
        }
        try {
            mailbox.execute(this::admitWaiting, "triggers of t-graph %s", plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Left triggered transactions alone: the open operator has ended", e);
        }
    }

    // ------------------------------------------------------------------ triggers

    @Override
    public void triggered(Feedback.Triggers news) {
        for (Feedback.Triggering triggering : news.triggering()) {
            Transaction<I> transaction = admission.inSlot(triggering.slot());
            long number = transaction.number();
            TriggerQueue.@Nullable Waiting follower = inFlight.get(number);
            long root = follower == null ? number : follower.root();
            int depth = depth(transaction) + 1;
            List<Triggered> triggered = triggering.triggered();
            for (int i = 0; i < triggered.size(); i++) {
                Triggered one = triggered.get(i);
                enqueue(
                        number,
                        root,
                        new TriggerKey(triggering.id(), i, depth, coordinator),
                        target(one),
                        admission.time(transaction),
                        one.element());
            }
        }
        for (int slot : news.ended()) {
            long number = admission.inSlot(slot).number();
            over(Objects.requireNonNull(inFlight.remove(number)).root());
        }
        metrics.ended(news.ended().length);
        metrics.waiting(queue.size());
    }

    private void over(long root) {
        int left = Objects.requireNonNull(chains.get(root)) - 1;
        if (left == 0) {
            chains.remove(root);
        } else {
            chains.put(root, left);
        }
    }

    private void enqueue(
            long number,
            long root,
            TriggerKey key,
            TriggerPlan.Target target,
            long time,
            Object element) {
        chains.merge(root, 1, Integer::sum);
        queue.add(number, root, key, target, time, element);
    }

    /** How many transactions have triggered each other up to this one. */
    private int depth(Transaction<?> transaction) {
        TriggerQueue.@Nullable Waiting follower = inFlight.get(transaction.number());
        return follower == null ? 0 : follower.key().depth();
    }

    @Override
    public boolean isDeepest(Transaction<?> transaction) {
        return queue.size() >= AbortReasons.MAX_WAITING
                || depth(transaction) >= TriggerTarget.MAX_DEPTH;
    }

    @Override
    @SuppressWarnings("unchecked") // a t-graph with triggers has entrances with names
    public void admitWaiting() throws Exception {
        if (last != 0 || isEmpty()) {
            return;
        }
        queue.inFlightFrom(admission.oldestInFlight());
        if (queue.peek() == null) {
            return;
        }
        if (!admission.isPaused() && !admission.hasRoomForTriggered()) {
            admission.makeRoom();
        }
        while (queue.peek() != null && admission.hasRoomForTriggered()) {
            TriggerQueue.Waiting next = queue.remove();
            inFlight.put(admission.admitted() + 1, next); // its attempt asks for it
            admission.admitTriggered(
                    (I) new Entered<>(next.target().entrance(), next.element()),
                    next.key().text(),
                    next.time());
        }
        admission.callsBegun();
        metrics.waiting(queue.size());
    }

    @Override
    public void elementCame() {
        queue.elementCame();
    }

    @Override
    public boolean letsElementIn() {
        return last == 0 && queue.letsElementIn();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public boolean isFull() {
        return queue.isFull();
    }

    @Override
    public long oldestRoot() {
        return chains.isEmpty() ? Long.MAX_VALUE : chains.firstKey();
    }

    // ------------------------------------------------------------------ checkpoints

    @Override
    public void snapshot(long checkpoint, boolean stopsJob) throws Exception {
        last = stopsJob ? checkpoint : 0;
        List<Tuple3<String, Long, Triggered>> all = new ArrayList<>(queue.size());
        for (TriggerQueue.Waiting one : queue.all()) {
            Triggered what = new Triggered(one.target().name(), one.element());
            all.add(Tuple3.of(one.key().text(), one.time(), what));
        }
        state.store(all);
    }

    @Override
    public void aborted(long checkpoint) {
        if (last == checkpoint) {
            last = 0;
            mayGoOn();
        }
    }
}
