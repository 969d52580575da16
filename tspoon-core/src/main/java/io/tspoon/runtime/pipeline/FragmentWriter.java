/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.Weight;
import io.tspoon.runtime.transport.AbortReasonCodec;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.ElementNumber;
import io.tspoon.runtime.transport.FragmentDraft;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.FromCoordinator;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the children of a fragment and divides its weight among them.
 *
 * <p>The number of children is known only when user code has returned. So their rows are
 * remembered, and get their shares in {@link #end}; no block may be sent in between. A fragment
 * without children writes an empty marker, which carries its weight to the close operator.
 */
@Internal
public class FragmentWriter extends PipelineOutput {
    private final Outputs<?, ?> outputs;
    private final AbortCapture capture;
    private final Bounds bounds;
    private final AbortReasonCodec reasons = new AbortReasonCodec();
    private final FragmentDraft draft = new FragmentDraft();

    private FragmentRows[] places = new FragmentRows[16];
    private int[] rows = new int[16];
    private int children;

    private int coordinator;
    private int slot;
    private long timestamp;

    /** Whether the children belong to no round; only in the open operator. */
    private boolean late;

    /** The {@link ElementNumber} of the children. */
    private int number;

    /** Length of the payload before the first child; only of an element that may be rejected. */
    private int payloadBeforeFirst;

    /** Whether the children derive from a tentative version. */
    private boolean speculative;

    /** Whether an exception aborts the attempt's transaction, and not the job. */
    private boolean guarded;

    /** Whether the attempt's transaction must not trigger any. */
    private boolean deepest;

    /**
     * The last attempt that has triggered something here, and how much. In open, where an attempt
     * has no timestamp yet, this says nothing, and nobody asks.
     */
    private long triggeringTimestamp;

    private int triggered;

    /** Of this element of a batch, if it may be rejected, these many of them are. */
    private int triggeringNumber;

    private int triggeredByElement;

    /**
     * Length of the last child's block payload before the child was written; negative if the child
     * was taken back.
     */
    private int payloadBeforeLast;

    private boolean large;

    /** The last attempt of which an outcome has some bytes more often than its fragments. */
    private long repeatedTimestamp;

    /** Whether it has values more often, because they are elements, too. */
    private boolean repeatsValues;

    /** The keys that the outcome repeats for several states, in bytes. */
    private long repeatedKeyBytes;

    /**
     * Whether the attempt depends on another one and no row to the close operator has said so yet.
     */
    private boolean depends;

    private int sourceSlot;
    private long sourceTimestamp;

    /** Row of the last report while an element may still be added to it, else -1. */
    private int openReport = -1;

    /**
     * How many bytes may be in a block when something is added to it. A block that was large before
     * an attempt has been sent, so it is the attempt that is too large.
     *
     * @param operator what reasons name as the place
     * @param toState for a stateful operator
     * @param toClose for the close operator
     */
    public record Bounds(String operator, long toState, long toClose) {}

    /**
     * @param capture is told if an element does not fit into its block any more
     */
    public FragmentWriter(Outputs<?, ?> outputs, AbortCapture capture, Bounds bounds) {
        this.outputs = outputs;
        this.capture = capture;
        this.bounds = bounds;
    }

    /** Begins what an attempt sends when its functions have got values, after its round. */
    @Override
    public void beginLate(int ofCoordinator, int ofSlot, long ofTimestamp) {
        begin(ofCoordinator, ofSlot, ofTimestamp);
        late = true;
    }

    /** Begins a fragment. */
    public void begin(int ofCoordinator, int ofSlot, long ofTimestamp) {
        late = false;
        coordinator = ofCoordinator;
        slot = ofSlot;
        timestamp = ofTimestamp;
        children = 0;
        number = 0;
        speculative = false;
        guarded = false;
        deepest = false;
        depends = false;
    }

    /** Sets the {@link ElementNumber} of what follows; else it is 0. */
    public void number(int ofElement) {
        number = ofElement;
    }

    /** An exception aborts the transaction, and not the job. */
    public void guarded() {
        guarded = true;
    }

    /** The transaction must not trigger any. */
    public void deepest() {
        deepest = true;
    }

    final boolean isDeepest() {
        return deepest;
    }

    /** Marks the children as derived from a tentative version, which may never be committed. */
    public void speculates() {
        speculative = true;
    }

    /** The attempt has read a tentative version of another attempt; the next report says so. */
    public void dependsOn(int slotOfSource, long timestampOfSource) {
        depends = true;
        sourceSlot = slotOfSource;
        sourceTimestamp = timestampOfSource;
    }

    /**
     * Writes a child for a stateful operator.
     *
     * @param mayFail whether the access there may abort the transaction
     */
    @Override
    public final <T> void toState(
            int operator, int instance, boolean mayFail, TypeSerializer<T> serializer, T element)
            throws IOException {
        FragmentRows fragments = rows(outputs.toState(operator, instance));
        checkRoom(fragments, bounds.toState);
        goesTo(operator, instance, mayFail);
        child(fragments, draft.toState(speculative, guarded, deepest));
        serialize(serializer, element, fragments);
    }

    /**
     * Leaves nothing behind if it fails, because the user code that emits the element may catch the
     * exception and go on.
     */
    private <T> void serialize(TypeSerializer<T> serializer, T element, FragmentRows fragments)
            throws IOException {
        try {
            serializer.serialize(element, fragments.payload());
        } catch (Throwable e) {
            takeBackLast();
            throw e;
        }
    }

    /** Writes an element that leaves the t-graph. */
    @Override
    public <T> void toResult(TypeSerializer<T> serializer, T element) throws IOException {
        FragmentRows fragments = toClose();
        checkRoom(fragments, bounds.toClose);
        if (openReport < 0) {
            child(fragments, draft.element());
            serialize(serializer, element, fragments);
            return;
        }
        int end = fragments.payload().length();
        try {
            serializer.serialize(element, fragments.payload());
        } catch (Throwable e) {
            fragments.payload().setPosition(end);
            throw e;
        }
        fragments.addElement(openReport);
        openReport = -1;
    }

    /** Writes what is triggered: it goes the way of elements that leave the t-graph. */
    @Override
    public <T> void toTrigger(TypeSerializer<T> serializer, T what) throws IOException {
        if (triggeringTimestamp != timestamp) {
            triggeringTimestamp = timestamp;
            triggered = 0;
            triggeringNumber = 0;
        }
        triggered++;
        if (ElementNumber.isRejecting(number)) {
            triggeredByElement = number == triggeringNumber ? triggeredByElement + 1 : 1;
            triggeringNumber = number;
        }
        toResult(serializer, what);
    }

    /** Whether the attempt has triggered something here. */
    public boolean triggers() {
        return triggered > 0 && triggeringTimestamp == timestamp;
    }

    /**
     * Whether the attempt has triggered more here than a transaction may. One that is decided here
     * must vote against that itself.
     */
    public boolean triggersTooMany() {
        return triggered > TriggerTarget.MAX_TRIGGERED && triggeringTimestamp == timestamp;
    }

    /** Writes a value that a function in the open operator waits for. */
    @Override
    public <T> void toOpen(TypeSerializer<T> serializer, T answer) throws IOException {
        FragmentRows fragments = toClose();
        checkRoom(fragments, bounds.toClose);
        child(fragments, draft.answer());
        serialize(serializer, answer, fragments);
    }

    /** Lets the value that was just reported leave the t-graph, too, as the only element. */
    public void reportedValueToResult() {
        toClose().addValueAsElement(openReport);
        openReport = -1;
        beginRepeats();
        repeatsValues = true;
    }

    private void beginRepeats() {
        if (repeatedTimestamp != timestamp) {
            repeatedTimestamp = timestamp;
            repeatsValues = false;
            repeatedKeyBytes = 0;
        }
    }

    private void checkRoom(FragmentRows fragments, long limit) {
        if (fragments.bytes() > limit) {
            capture.abort(AbortReasons.byBound(bounds.operator, "", limit));
        }
    }

    /**
     * Whether the attempt has written more than the close operator may get of it. A transaction
     * that is decided here must vote against that itself. Never less than the close operator
     * counts.
     *
     * @param elsewhere how much others may have written of it
     */
    public boolean isTooLarge(long elsewhere) {
        FragmentRows fragments = toClose();
        boolean repeats = timestamp == repeatedTimestamp;
        long keys = repeats ? repeatedKeyBytes : 0;
        long bytes =
                outcomeBytes(
                        fragments.size(), fragments.payload().length(), repeats && repeatsValues);
        return bytes + keys + elsewhere > bounds.toClose;
    }

    /**
     * How many bytes fragments to the close operator may become in a log or in a result.
     *
     * @param repeatsValues whether a value is an element, too: it is there once in a fragment, but
     *     perhaps twice in the outcome
     */
    public static long outcomeBytes(int rows, int payloadBytes, boolean repeatsValues) {
        long once = payloadBytes + (long) rows * FragmentRows.FRAGMENT_BYTES;
        return repeatsValues ? 2 * once : once;
    }

    /**
     * How many bytes an outcome may have beside those of a fragment that reports writes to several
     * states of a key: there it has the key for each of them.
     */
    public static long repeatedKeyBytes(int states, int keyBytes) {
        return (states - 1L) * (keyBytes + FragmentRows.FRAGMENT_BYTES);
    }

    /** The reason of an attempt that {@link #isTooLarge}. */
    public AbortReason tooLarge(String key) {
        return AbortReasons.byBound(bounds.operator, key, bounds.toClose);
    }

    /** Votes RETRY because the access came too late. */
    public void refuse() {
        child(toClose(), draft.report(Vote.RETRY, false));
    }

    /**
     * Votes to retry later because a function failed, perhaps only because its input derives from a
     * tentative version.
     */
    public void repeat(boolean held) throws IOException {
        report(toClose(), draft.report(Vote.RETRY_LATER, held));
    }

    /**
     * Votes COMMIT, to report that the participant holds something, or merely that it got the
     * fragment.
     */
    public void report(boolean held) throws IOException {
        openReport = report(toClose(), draft.report(Vote.COMMIT, held));
    }

    private int report(FragmentRows fragments, FragmentDraft report) throws IOException {
        if (!depends) {
            return child(fragments, report);
        }
        depends = false;
        int row = child(fragments, report.dependent());
        fragments.payload().writeInt(sourceSlot);
        fragments.payload().writeLong(sourceTimestamp);
        return row;
    }

    /**
     * Reports a write of one state.
     *
     * @param held whether the decision has to come back
     * @param again whether the attempt wrote the key before
     * @param value the new value; null if the key was deleted
     */
    public <K, V> void reportWrite(
            boolean held,
            boolean again,
            TypeSerializer<K> keySerializer,
            K key,
            TypeSerializer<V> valueSerializer,
            @Nullable V value)
            throws IOException {
        FragmentRows fragments = toClose();
        FragmentDraft write = draft.report(Vote.COMMIT, held).write(again);
        openReport = report(fragments, value == null ? write.deletion() : write);
        keySerializer.serialize(key, fragments.payload());
        if (value != null) {
            valueSerializer.serialize(value, fragments.payload());
        }
    }

    /**
     * Reports writes to several states of one key.
     *
     * @param held whether the decision has to come back
     * @param again whether the attempt wrote the key before
     * @return takes the values, which the caller writes at once
     */
    public <K> DataOutputSerializer reportWrites(
            boolean held, boolean again, TypeSerializer<K> keySerializer, K key, int states)
            throws IOException {
        FragmentRows fragments = toClose();
        openReport = report(fragments, draft.report(Vote.COMMIT, held).write(again));
        int from = fragments.payload().length();
        keySerializer.serialize(key, fragments.payload());
        beginRepeats();
        repeatedKeyBytes += repeatedKeyBytes(states, fragments.payload().length() - from);
        return fragments.payload();
    }

    /**
     * Reports writes to several records.
     *
     * @param held whether the decision has to come back
     * @param again whether the attempt wrote some of them before
     * @return takes the records, which the caller writes at once
     */
    public DataOutputSerializer reportRecords(boolean held, boolean again, int records)
            throws IOException {
        FragmentRows fragments = toClose();
        openReport = report(fragments, draft.report(Vote.COMMIT, held).write(again));
        beginRepeats();
        repeatedKeyBytes += repeatedKeyBytes(records, 0);
        return fragments.payload();
    }

    /** Votes ABORT, with a reason. */
    public void abort(AbortReason reason, boolean held) throws IOException {
        FragmentRows fragments = toClose();
        report(fragments, draft.report(Vote.ABORT, held));
        reasons.write(reason, fragments.payload());
    }

    /** Says why the element of a batch is rejected. The attempt has not failed because of it. */
    public void reject(AbortReason reason, boolean held) throws IOException {
        FragmentRows fragments = toClose();
        report(fragments, draft.rejection(held));
        reasons.write(reason, fragments.payload());
    }

    /**
     * Removes all children of an element that is rejected, which have gone to the close operator.
     */
    public void takeBackRejected() {
        openReport = -1;
        payloadBeforeLast = -1;
        while (children > 0) {
            places[--children].removeLast(payloadBeforeFirst);
        }
        if (triggers() && triggeringNumber == number) {
            triggered -= triggeredByElement;
            triggeringNumber = 0;
        }
    }

    /**
     * Removes the last child, if any, which may be only partly written. Works for one child only.
     */
    public void takeBackLast() {
        openReport = -1;
        if (children > 0 && payloadBeforeLast >= 0) {
            places[--children].removeLast(payloadBeforeLast);
            payloadBeforeLast = -1;
        }
    }

    /**
     * Divides the weight of the fragment among its children.
     *
     * <p>A child that goes to the close operator is never divided again. So if other children go on
     * to stateful operators, it gets the least weight, one unit, and the others share the rest.
     * Otherwise, the reports of a long row of operators would use up the weight that elements need
     * to be multiplied.
     */
    public void end(long weight) {
        openReport = -1;
        FragmentRows close = toClose();
        if (children == 0) {
            child(close, draft.report(Vote.COMMIT, false));
        }
        int closing = closingBeside(close);
        long divisible = Weight.divisible(weight, children);
        long least = Weight.least(divisible);
        int going = 0;
        for (int i = 0; i < children; i++) {
            boolean ends = closing > 0 && places[i] == close;
            long share =
                    ends ? least : Weight.share(divisible - closing, children - closing, going++);
            places[i].setWeight(rows[i], share);
            large |= places[i].isLarge();
        }
    }

    /**
     * Nobody else votes about the attempt, and the fragment has voted for the commit. If one child
     * goes on to a stateful operator, the vote there is the last one. Before {@link #end}.
     */
    public void votesLast() {
        FragmentRows close = toClose();
        int last = -1;
        for (int i = 0; i < children; i++) {
            if (places[i] != close) {
                if (last >= 0) {
                    return;
                }
                last = i;
            }
        }
        if (last >= 0) {
            places[last].markLast(rows[last]);
        }
    }

    /**
     * How many bytes the fragments of the block to the close operator may become. Never less than
     * the close operator counts of what is written between two calls for an attempt.
     */
    public long bytesToClose() {
        FragmentRows close = toClose();
        long keys = timestamp == repeatedTimestamp ? repeatedKeyBytes : 0;
        return outcomeBytes(close.size(), close.payload().length(), true) + keys;
    }

    /** The number of children that go to the close operator if others go elsewhere, else 0. */
    private int closingBeside(FragmentRows close) {
        int closing = 0;
        for (int i = 0; i < children && children > 1; i++) {
            closing += places[i] == close ? 1 : 0;
        }
        return closing == children ? 0 : closing;
    }

    /** What {@link #getAndClearLarge} would return. */
    public boolean isLarge() {
        return large;
    }

    /** Whether a block has become large since the last call. */
    public boolean getAndClearLarge() {
        boolean taken = large;
        large = false;
        return taken;
    }

    private FragmentRows toClose() {
        return rows(outputs.toClose(coordinator));
    }

    /** The rows of a block that take what is written. */
    private FragmentRows rows(Block block) {
        return late ? ((FromCoordinator) block).late() : block.fragments();
    }

    /** The next child is an access of a participant; for who wants to know. */
    void goesTo(int operator, int instance, boolean mayFail) {}

    /** Says of a child what is declared of it. */
    final void declare(int child, int instances, boolean mayFail) {
        places[child].declare(rows[child], instances, mayFail);
    }

    /** How many children there are. */
    public final int children() {
        return children;
    }

    final int slot() {
        return slot;
    }

    /**
     * Removes all children.
     *
     * @param payloads by child: length of the payload of its block before it
     */
    final void takeBackAll(int[] payloads) {
        openReport = -1;
        while (children > 0) {
            children--;
            places[children].removeLast(payloads[children]);
        }
    }

    int child(FragmentRows fragments, FragmentDraft child) {
        if (children == rows.length) {
            places = Arrays.copyOf(places, children * 2);
            rows = Arrays.copyOf(rows, children * 2);
        }
        openReport = -1;
        payloadBeforeLast = fragments.payload().length();
        int row = fragments.append(slot, timestamp, child);
        if (number != 0) {
            fragments.setNumber(row, number);
            payloadBeforeFirst = children == 0 ? payloadBeforeLast : payloadBeforeFirst;
        }
        // Usually the fragments are the same as last time, and a reference store costs more than a
        // comparison.
        if (places[children] != fragments) {
            places[children] = fragments;
        }
        rows[children++] = row;
        return row;
    }
}
