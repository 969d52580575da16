/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LoggedElement;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.LoggedUpdate;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerKey;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Sends the content of the log to where it belongs in this run: values to the instances that own
 * their keys, in any order, as the instances compare timestamps; results to this coordinator's
 * close operator.
 *
 * <p>Every coordinator reads all parts in order to know the inputs, but sends on only its share of
 * the parts. A round ends by its number of rows or bytes, even within a transaction: nobody acts on
 * the values before all of them have arrived. What was cut off is left out: it was not shown, and
 * its inputs are executed anew.
 */
@Internal
public final class Replay implements LogRecovery.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);

    private static final int ROWS_PER_ROUND = 512;

    /** A round may exceed this by one row, as values and records can be of any size. */
    private static final int BYTES_PER_ROUND = 1 << 20;

    private final OpenPlan<?> plan;
    private final int coordinator;
    private final Owners owners;
    private final ClassLoader userClasses;
    private final ReplaySender sender;
    private final HybridClock clock;
    private final AwaitedInputs awaited;
    private final LogCut cut;
    private final LoggedCalls calls;
    private final LoggedBatches batches;
    private final LoggedTriggers triggers;

    private final LogRecords converted = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(converted);

    /** How the bytes of the segment are read. */
    private @Nullable LoggedSchema schema;

    private @Nullable RecoveryProgress progress;
    private boolean isIdentifiedOtherwise;
    private int part;
    private boolean sendsOn;
    private boolean fromRestored;
    private boolean firstSegment;
    private int rows;
    private long bytes;
    private long transactions;
    private long equalKeys;
    private @Nullable String equalKey;

    public Replay(
            OpenPlan<?> plan,
            TaskInfo task,
            ClassLoader userClasses,
            ReplaySender sender,
            HybridClock clock,
            AwaitedInputs awaited,
            LogCut cut,
            LoggedCalls calls,
            LoggedBatches batches,
            LoggedTriggers triggers) {
        this.plan = plan;
        this.coordinator = task.getIndexOfThisSubtask();
        this.owners = plan.router().owners(task);
        this.userClasses = userClasses;
        this.sender = sender;
        this.clock = clock;
        this.awaited = awaited;
        this.cut = cut;
        this.calls = calls;
        this.batches = batches;
        this.triggers = triggers;
    }

    /**
     * Begins a part, which will be read next.
     *
     * @param number of the part, which is that of the coordinator that has written it
     * @param isOwnShare whether this coordinator also sends the part on
     * @param fromRestored whether it begins at the restored snapshot, not later
     * @param progress is told of each transaction
     */
    public void beginPart(
            int number, boolean isOwnShare, boolean fromRestored, RecoveryProgress progress) {
        this.part = number;
        this.progress = progress;
        this.fromRestored = fromRestored;
        sendsOn = isOwnShare;
        firstSegment = true;
        awaited.beginPart();
    }

    /** Sends what is left. Returns the number of transactions that were sent on. */
    public long end() {
        sender.send();
        clock.observe(cut.highest());
        awaited.endCarried();
        if (equalKeys > 0 && coordinator == 0) { // all coordinators read all of it
            LOG.warn(
                    "[TSP-3222] Keys of transactions are not unique, which a write-ahead log needs,"
                        + " graph={}, transactions with the key of another one={}, one of the"
                        + " keys={}. Inputs with such a key that come again are executed a second"
                        + " time, or are dropped for each other. Give each element a key of its"
                        + " own, or open the t-graph without keys",
                    plan.settings().graph(),
                    equalKeys,
                    equalKey);
        }
        return transactions;
    }

    @Override
    public void segment(LogHeader header) {
        schema =
                sendsOn || !plan.procedures().isEmpty()
                        ? new LoggedSchema(
                                header,
                                plan.states(),
                                plan.elementSerializer(),
                                plan.returnedInputs(),
                                userClasses)
                        : null;
        isIdentifiedOtherwise = header.identification() != LoggedInputs.identification(plan);
        if (firstSegment && header.beginsAtSnapshot()) {
            if (!header.awaited().isEmpty()) {
                checkIdentification(header.awaited().size());
                header.awaited().forEach(this::checkEntrance);
            }
            if (fromRestored) {
                awaited.addCarried(header.awaited());
            } else { // what came before is lost; these had not come yet, so they will
                header.awaited().forEach(awaited::add);
            }
        }
        firstSegment = false;
    }

    /**
     * Refuses a log that identifies inputs in another way than this job, as they would be executed
     * again.
     */
    private void checkIdentification(int inputs) {
        if (isIdentifiedOtherwise) {
            boolean byKey = plan.transactionKey() != null;
            throw new IllegalStateException(
                    "[TSP-3208] Cannot recover from write-ahead log: it knows inputs by their "
                            + (byKey ? "content" : "key")
                            + " and the program now by their "
                            + (byKey ? "key" : "content")
                            + ", so those that come again would be executed a second time, graph="
                            + plan.settings().graph()
                            + ", inputs="
                            + inputs
                            + ". Go back to openTransaction "
                            + (byKey ? "without" : "with")
                            + " a key, stop the job with a savepoint when its source has given"
                            + " all again, and then change it");
        }
    }

    /**
     * Refuses a log with an input that may come again by an entrance of another name, as it would
     * be executed again. Those known by their content are checked by their type.
     */
    private void checkEntrance(InputIdentity input) {
        String entrance = input.entrance();
        boolean isKnown =
                plan.transactionKey() == null
                        || (plan.entrances().isEmpty()
                                ? entrance.isEmpty()
                                : plan.entrances().contains(entrance));
        if (!isKnown && !plan.settings().acceptsLoss()) {
            throw new IllegalStateException(
                    "[TSP-3226] Cannot recover from write-ahead log: the program does not have the"
                            + " entrance of an input, which would be executed a second time if it"
                            + " comes again by another one, graph="
                            + plan.settings().graph()
                            + ", entrance="
                            + entrance
                            + ", entrances="
                            + plan.entrances()
                            + ". Give the entrance its name back, stop the job with a savepoint"
                            + " when the metric awaitedInputs is 0, and change it then; or set"
                            + " tspoon."
                            + plan.settings().graph()
                            + ".log-accept-loss to true for this start");
        }
    }

    @Override
    public void transaction(byte[] record, LoggedTransaction transaction) throws Exception {
        Objects.requireNonNull(progress, "no part was begun").read();
        clock.observe(transaction.timestamp());
        boolean isInput = !isTimer(transaction) && !isTriggered(transaction);
        if (isInput && !calls.isCall(transaction)) {
            checkIdentification(1);
        }
        if (!cut.keeps(transaction.timestamp())) {
            return;
        }
        if (calls.isCall(transaction)) {
            retain(transaction);
        } else if (isInput) {
            await(transaction);
        }
        if (isTriggered(transaction)) {
            triggers.ended(triggerKey(transaction));
        }
        LoggedSchema current = schema;
        if (!sendsOn || current == null) {
            return;
        }
        if (!plan.triggers().isEmpty()) {
            trigger(transaction, current);
        }
        for (LoggedUpdate update : transaction.updates()) {
            sendUpdate(update, transaction.timestamp(), current);
        }
        sendResult(record, transaction, current);
        transactions++;
    }

    /** Whether it was a timer, which no source gives again. */
    private boolean isTimer(LoggedTransaction transaction) {
        return plan.timers() != null && transaction.entrance().equals(plan.timersEntrance());
    }

    /** Whether it was triggered, so that no source gives it again, either. */
    private boolean isTriggered(LoggedTransaction transaction) {
        return plan.triggers().isTarget(transaction.entrance());
    }

    private TriggerKey triggerKey(LoggedTransaction transaction) {
        try {
            return TriggerKey.parse(transaction.key());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "[TSP-3227] Cannot recover from write-ahead log: by an entrance that is one of"
                            + " triggers now, the log has a transaction that nothing has"
                            + " triggered, graph="
                            + plan.settings().graph()
                            + ", entrance="
                            + transaction.entrance()
                            + ", key="
                            + transaction.key()
                            + ". Give the triggers a name that no stream has had",
                    e);
        }
    }

    /** Hands over what the transaction has triggered. */
    private void trigger(LoggedTransaction transaction, LoggedSchema current) throws IOException {
        int depth = isTriggered(transaction) ? triggerKey(transaction).depth() + 1 : 1;
        int index = 0;
        for (byte[] element : transaction.elements()) {
            if (!current.leaves(element)
                    && current.element(element) instanceof Triggered triggered) {
                TriggerKey key = new TriggerKey(transaction.id(), index++, depth, part);
                triggers.triggered(key, triggered, transaction.time());
            }
        }
    }

    /** The source will give the input of the transaction again. */
    private void await(LoggedTransaction transaction) {
        if (transaction.batch().isEmpty()) {
            await(transaction.input());
        }
        for (LoggedElement element : transaction.batch()) {
            await(element.input());
        }
        if (!transaction.batch().isEmpty() && !transaction.isCommitted()) {
            batches.aborted(transaction);
        }
    }

    private void await(InputIdentity input) {
        checkEntrance(input);
        if (!awaited.add(input)) {
            equalKeys++;
            equalKey = input.keyAlone();
        }
    }

    /** Whoever repeats the call is to get its outcome. */
    private void retain(LoggedTransaction call) throws Exception {
        if (!calls.isOwn(call)) {
            return;
        }
        LoggedSchema current = Objects.requireNonNull(schema, "no segment was begun");
        List<Object> emitted = new ArrayList<>();
        for (byte[] element : call.elements()) {
            emitted.add(current.element(element));
        }
        TransactionResult<Object> result =
                new TransactionResult<>(
                        new TransactionId(call.id()),
                        call.entrance(),
                        call.key(),
                        new ExecutionTimestamp(call.timestamp()),
                        call.outcome(),
                        call.attempts(),
                        call.reasons(),
                        List.of(),
                        Triggered.leaving(emitted));
        calls.ended(result, call.contentHigh(), call.contentLow());
    }

    /** Counts an added row, and sends the round if it is full. */
    private void added(int rowBytes) {
        rows++;
        bytes += rowBytes;
        if (rows >= ROWS_PER_ROUND || bytes >= BYTES_PER_ROUND) {
            sender.send();
            rows = 0;
            bytes = 0;
        }
    }

    private void sendUpdate(LoggedUpdate update, long timestamp, LoggedSchema current)
            throws IOException {
        Object key = current.key(update.state(), update.key());
        StateColumns state = plan.states().get(current.state(update.state()));
        FragmentRows fragments =
                sender.toState(state.operator(), owners.ownerOf(state.routing().of(key)));
        DataOutputSerializer payload = fragments.payload();
        int begin = payload.length();
        byte[] value = update.value();
        if (value == null) {
            fragments.appendDeletion(timestamp);
        } else {
            fragments.append(0, timestamp);
        }
        payload.writeByte(state.place());
        current.convertKey(update.state(), update.key(), payload);
        if (value != null) {
            current.convertValue(update.state(), value, payload);
        }
        added(payload.length() - begin);
    }

    private void sendResult(byte[] record, LoggedTransaction transaction, LoggedSchema current)
            throws IOException {
        byte[] payload = current.isSame(transaction) ? record : convert(transaction, current);
        FragmentRows fragments = sender.toClose();
        fragments.append(0, transaction.timestamp());
        fragments.payload().writeInt(payload.length);
        fragments.payload().write(payload);
        added(payload.length);
    }

    /** The record in the form in which it would be written today. */
    private byte[] convert(LoggedTransaction logged, LoggedSchema current) throws IOException {
        converted.clear();
        byte[] input = current.isReturned(logged) ? logged.returned() : null;
        DataOutputSerializer out =
                encoder.begin(
                        logged.id(),
                        logged.timestamp(),
                        logged.outcome(),
                        logged.attempts(),
                        logged.entrance(),
                        logged.key(),
                        logged.contentHigh(),
                        logged.contentLow(),
                        logged.time(),
                        input != null,
                        !logged.batch().isEmpty());
        encoder.reasons(logged.reasons());
        encoder.updates(logged.updates().size());
        for (LoggedUpdate update : logged.updates()) {
            byte[] value = update.value();
            encoder.beginUpdate(current.state(update.state()), value == null);
            current.convertKey(update.state(), update.key(), out);
            encoder.endKey();
            if (value != null) {
                current.convertValue(update.state(), value, out);
                encoder.endValue();
            }
        }
        encoder.elements(logged.elements().size());
        for (byte[] element : logged.elements()) {
            encoder.beginElement();
            current.convertElement(element, out);
            encoder.endElement();
        }
        if (!logged.batch().isEmpty()) {
            encoder.batch(logged.batch().size());
            for (LoggedElement element : logged.batch()) {
                encoder.batchElement(element.input(), element.emitted());
            }
            encoder.rejected(logged.batch().size(), place -> logged.batch().get(place).reasons());
        }
        if (input != null) {
            encoder.beginInput();
            current.convertInput(input, out);
            encoder.endInput(plan.settings().maxOutcomeBytes());
        }
        encoder.end();
        return Arrays.copyOfRange(converted.array(), LogRecords.PREFIX_BYTES, converted.length());
    }
}
