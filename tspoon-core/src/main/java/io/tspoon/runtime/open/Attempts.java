/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.protocol.regime.Isolation;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.DeclaredParts;
import io.tspoon.runtime.pipeline.DeclaringWriter;
import io.tspoon.runtime.pipeline.Exchanges;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.pipeline.FunctionException;
import io.tspoon.runtime.pipeline.Interruption;
import io.tspoon.runtime.pipeline.KeysEnd;
import io.tspoon.runtime.pipeline.Passes;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.pipeline.UserTexts;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.transport.ElementNumber;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;

/**
 * Runs the stateless operations before the first stateful operator, once for each attempt, each
 * time on the attempt's own element.
 *
 * <p>Confined to the mailbox thread.
 */
final class Attempts<I> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);

    private final OpenPlan<I> plan;
    private final AdmissionWindow<I> window;
    private final RoundSender sender;
    private final AttemptDescriptions descriptions;
    private final int coordinator;
    private final FragmentWriter writer;
    private final AbortCapture capture = new AbortCapture();
    private final Passes passes;
    private final Pipeline pipeline;
    private final Pipeline.Entry<I> entry;
    private final Triggering triggering;
    private final boolean isTimed;
    private final boolean copiesForKeeping;
    private final boolean copiesForUse;
    private Triggers triggers = Triggers.NONE;

    /** The element of a batch that runs, or has run last. */
    private int running;

    Attempts(
            OpenPlan<I> plan,
            RuntimeContext context,
            AdmissionWindow<I> window,
            RoundSender sender,
            AttemptDescriptions descriptions,
            Outputs<?, ?> outputs,
            DeclaredParts declared) {
        TaskInfo task = context.getTaskInfo();
        boolean objectReuse = context.isObjectReuseEnabled();
        boolean mutable = !plan.inputSerializer().isImmutableType();
        this.plan = plan;
        this.window = window;
        this.sender = sender;
        this.descriptions = descriptions;
        this.coordinator = task.getIndexOfThisSubtask();
        Owners owners = plan.router().owners(task);
        Isolation isolation = plan.settings().regime().isolation();
        this.writer = isolation.execution(new Writers(plan.settings(), outputs, capture, declared));
        this.triggering = new Triggering(plan.triggers(), plan.settings().graph(), objectReuse);
        if (plan.exchanges()) {
            KeysEnd keysEnd = isolation.execution(KeysEnd.WAYS);
            Exchanges exchanges =
                    new Exchanges(
                            writer,
                            capture,
                            owners,
                            objectReuse,
                            triggering,
                            keysEnd,
                            window.slots());
            this.passes = exchanges;
            this.pipeline =
                    new Pipeline(writer, capture, owners, objectReuse, triggering, exchanges);
        } else {
            this.passes = Passes.ONE;
            this.pipeline = new Pipeline(writer, capture, owners, objectReuse, triggering);
        }
        this.entry = pipeline.entry(plan.outlets(), plan.inputSerializer());
        this.isTimed = plan.timers() != null;
        this.copiesForKeeping = objectReuse && mutable;
        this.copiesForUse = !objectReuse && mutable;
    }

    /** What writes the fragments of an attempt. */
    private record Writers(
            GraphSettings settings,
            Outputs<?, ?> outputs,
            AbortCapture capture,
            DeclaredParts declared)
            implements ExecutionWays<FragmentWriter> {
        @Override
        public FragmentWriter inAttempts(AttemptIsolation isolation) {
            return new FragmentWriter(outputs, capture, bounds(settings));
        }

        @Override
        public FragmentWriter inChains() {
            return new DeclaringWriter(outputs, capture, bounds(settings), declared);
        }
    }

    private static FragmentWriter.Bounds bounds(GraphSettings settings) {
        return new FragmentWriter.Bounds(
                settings.graph(), GraphSettings.MAX_SENT_BYTES, settings.maxOutcomeBytes());
    }

    void open(RuntimeContext context) throws Exception {
        pipeline.open(context);
    }

    @Override
    public void close() throws Exception {
        pipeline.close();
    }

    /** Who knows what a transaction may trigger; not known when this is made. */
    void triggers(Triggers known) {
        triggers = known;
    }

    /** The program's own key for the element's transaction; empty if the program gives no keys. */
    String keyOf(I element) throws Exception {
        KeySelector<I, String> selector = plan.transactionKey();
        if (selector == null) {
            return "";
        }
        String key = selector.getKey(element);
        if (key == null) {
            throw new NullPointerException(
                    "[TSP-2104] Cannot open transaction: its key is null, graph="
                            + plan.settings().graph()
                            + ", element="
                            + element
                            + ". Give every element a key.");
        }
        return key;
    }

    /** The element to keep for further attempts, which nobody else may change. */
    I kept(I element) {
        TypeSerializer<I> serializer = plan.inputSerializer();
        return copiesForKeeping ? serializer.copy(element) : element;
    }

    /** Runs an attempt of the transaction on its element and gathers the resulting fragments. */
    void begin(Transaction<I> transaction, I element) throws Exception {
        int slot = window.begin(transaction);
        descriptions.describe(
                slot, transaction, plan.entranceOf(element), window.time(transaction));
        if (isTimed) {
            descriptions.describe(slot, plan.abortedBefore(element));
        }
        int place = sender.gather(slot);
        writer.begin(coordinator, slot, place);
        if (plan.isGuarded(element)) {
            writer.guarded();
        }
        mayTrigger(transaction);
        passes.begin();
        capture.begin();
        try {
            run(transaction, element);
            passes.end(slot);
        } catch (Exception | Error e) {
            failed(transaction, e);
        }
        end();
    }

    private void mayTrigger(Transaction<I> transaction) {
        boolean deepest = triggers.isDeepest(transaction);
        triggering.begin(deepest);
        if (deepest) {
            writer.deepest();
        }
    }

    private void run(Transaction<I> transaction, I element) throws Exception {
        if (element instanceof Batch batch) {
            runAll(transaction, batch);
        } else {
            entry.accept(used(element));
        }
    }

    /** Runs the elements of a batch, up to the first that aborts it. */
    private void runAll(Transaction<I> transaction, Batch batch) throws Exception {
        Batch.Unfit unfit = batch.unfit();
        if (unfit != null) {
            capture.keep(
                    AbortReasons.byBatch(
                            nameOf(batch.entrance()), unfit.rule(), batch.elements().size()));
            return;
        }
        boolean rejecting = plan.isRejecting(batch.entrance());
        List<Object> elements = batch.elements();
        for (int i = 0; i < elements.size() && capture.reason() == null; i++) {
            running = i;
            I element = plan.entered(batch.entrance(), elements.get(i));
            if (rejecting) {
                writer.number(ElementNumber.rejecting(i));
                runAlone(transaction, element);
            } else {
                writer.number(i);
                entry.accept(used(element));
            }
        }
    }

    /**
     * Runs an element of a batch. What aborts for it rejects it alone, unless that is a bound,
     * which is of all elements together. It comes to one state at most.
     */
    private void runAlone(Transaction<I> transaction, I element) throws Exception {
        int before = writer.children();
        try {
            entry.accept(used(element));
        } catch (Exception | Error e) {
            if (!aborts(transaction, e, writer.children() > before)) {
                throw e;
            }
        }
        AbortReason reason = capture.reason();
        if (reason != null && reason.kind() != AbortReason.Kind.BOUND) {
            capture.begin();
            writer.reject(reason, false);
        }
    }

    private String nameOf(int entrance) {
        return plan.entrances().isEmpty()
                ? plan.settings().graph()
                : plan.entrances().get(entrance);
    }

    private I used(I element) {
        return copiesForUse ? plan.inputSerializer().copy(element) : element;
    }

    /** Goes on if the failure aborts the transaction, and not the job. */
    private void failed(Transaction<I> transaction, Throwable failure) {
        if (aborts(transaction, failure, true)) {
            return;
        }
        Object failed = failedElement(transaction.element());
        logFailure(transaction, failed, failure);
        if (failure instanceof Error error) {
            throw error;
        }
        throw FunctionException.inFront(
                plan.settings().graph(), transaction.id(), failed, (Exception) failure);
    }

    /**
     * Whether a failure aborts the transaction, or rejects an element of a batch, and does not fail
     * the job.
     *
     * @param written whether something was written that may not be whole
     */
    private boolean aborts(Transaction<I> transaction, Throwable failure, boolean written) {
        I element = transaction.element();
        if (capture.reason() != null) {
            AbortCapture.ignore(failure);
            return true;
        }
        if (!(failure instanceof Exception thrown)
                || !plan.isGuarded(element)
                || Interruption.is(thrown)) {
            return false;
        }
        if (written) {
            writer.takeBackLast();
        }
        String entrance = plan.entranceName(element);
        capture.keep(
                AbortReasons.byFailure(
                        entrance.isEmpty() ? plan.settings().graph() : entrance, "", thrown));
        return true;
    }

    private Object failedElement(I element) {
        return element instanceof Batch batch ? batch.elements().get(running) : element;
    }

    private void end() throws IOException {
        AbortReason reason = capture.reason();
        if (reason != null) {
            writer.abort(reason, false);
        }
        divide();
    }

    private void divide() {
        writer.end(Weight.WHOLE);
        if (writer.getAndClearLarge()) {
            sender.roundIsLarge();
        }
    }

    /** Runs the functions of attempts that have got all values, and gathers what follows. */
    void goOn(List<Feedback.Gathered> gathered) throws Exception {
        for (Feedback.Gathered values : gathered) {
            int slot = values.slot();
            passes.beginSecond(coordinator, slot, values.timestamp());
            if (plan.isGuarded(window.inSlot(slot).element())) {
                writer.guarded();
            }
            mayTrigger(window.inSlot(slot));
            capture.begin();
            try {
                passes.second(slot, values.values());
            } catch (Exception | Error e) {
                failed(window.inSlot(slot), e);
            }
            endSecond();
            sender.addedLate();
        }
    }

    private void endSecond() throws Exception {
        AbortReason reason = capture.reason();
        if (reason != null) {
            writer.abort(reason, false);
            passes.secondAborted();
        }
        divide();
    }

    private void logFailure(Transaction<I> transaction, Object element, Throwable failure) {
        if (Interruption.is(failure)) {
            LOG.info(
                    "[TSP-2105] Cannot execute transaction: a function inside the t-graph was"
                            + " interrupted, as when its task is cancelled, graph={}",
                    plan.settings().graph());
            return;
        }
        LOG.error(
                "[TSP-2106] Cannot execute transaction: a function inside the t-graph failed, and"
                        + " the job with it, graph={}, attempts={}, element={}",
                plan.settings().graph(),
                transaction.attempts(),
                UserTexts.of(element),
                failure);
    }

    /**
     * Begins new attempts of refused transactions that no longer have to wait.
     *
     * @param lowestPriority the lowest id for which any coordinator asks for priority
     */
    void beginAgain(long lowestPriority) throws Exception {
        Transaction<I> transaction = window.pollRetry(lowestPriority);
        while (transaction != null) {
            begin(transaction, transaction.element());
            sender.sendIfDue();
            transaction = window.pollRetry(lowestPriority);
        }
    }
}
