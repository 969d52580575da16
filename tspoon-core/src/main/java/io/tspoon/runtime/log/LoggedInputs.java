/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.plan.OpenPlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells inputs whose outcome is in the log from new ones: by the user's key if there is one, else
 * by content.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public final class LoggedInputs<I> {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedInputs.class);

    private final OpenPlan<I> plan;
    private final String graph;
    private final AwaitedInputs awaited;
    private final @Nullable InputDigest<I> digest;
    private final boolean isKnownElsewhere;

    /**
     * @param plan plan of the open operator
     * @param task the instance
     */
    public LoggedInputs(OpenPlan<I> plan, TaskInfo task) {
        this.plan = plan;
        this.graph = plan.settings().graph();
        int parallelism = task.getNumberOfParallelSubtasks();
        boolean keyed = plan.transactionKey() != null;
        this.awaited =
                new AwaitedInputs(
                        task.getIndexOfThisSubtask(),
                        parallelism,
                        plan.maxElementsInFlight(),
                        plan.spread(),
                        keyed);
        this.digest = keyed ? null : new InputDigest<>(plan.inputSerializer());
        this.isKnownElsewhere = keyed && parallelism > 1;
    }

    /** How the inputs of a t-graph are told apart. */
    static LogHeader.Identification identification(OpenPlan<?> plan) {
        return plan.transactionKey() == null
                ? LogHeader.Identification.CONTENT
                : LogHeader.Identification.KEY;
    }

    /**
     * The type of the inputs if a log tells them apart by their bytes; else null. Also null if a
     * serializer of the user's cannot confirm that it is the same again.
     *
     * <p>To be called before any input is written, because a serializer may later remember which
     * classes it has met.
     */
    public static @Nullable LoggedSerializer type(OpenPlan<?> plan) {
        if (!plan.settings().regime().isLogged() || plan.transactionKey() != null) {
            return null;
        }
        TypeSerializer<?> serializer = plan.inputSerializer();
        try {
            if (isSame(serializer)) {
                return LoggedSerializer.of(serializer);
            }
            warnOfUnknownType(plan, serializer, "it is not compatible with itself");
        } catch (IOException | RuntimeException e) {
            warnOfUnknownType(plan, serializer, e.toString());
        }
        return null;
    }

    private static <T> boolean isSame(TypeSerializer<T> serializer) {
        return serializer
                .snapshotConfiguration()
                .resolveSchemaCompatibility(serializer.snapshotConfiguration())
                .isCompatibleAsIs();
    }

    private static void warnOfUnknownType(
            OpenPlan<?> plan, TypeSerializer<?> serializer, String cause) {
        LOG.warn(
                "[TSP-3213] Cannot tell later whether the type of inputs has changed: the"
                    + " serializer has no snapshot that says so, graph={}, serializer={}, cause={}."
                    + " Logged inputs are known by their bytes: if the type changes, those that"
                    + " come again are executed a second time",
                plan.settings().graph(),
                serializer,
                cause);
    }

    public AwaitedInputs awaited() {
        return awaited;
    }

    /**
     * Whether an earlier run has logged the outcome of this element, so that it need not be
     * executed.
     *
     * @param claims tells the other coordinators if they may await the input, too
     */
    public boolean isRepeated(I element, String key, InputClaims claims) throws IOException {
        if (awaited.isEmpty()) {
            return false;
        }
        InputIdentity input = identify(element, key);
        boolean repeated = awaited.claim(input);
        if (repeated && isKnownElsewhere) {
            claims.claim(input);
        }
        return repeated;
    }

    /** Whether an element may come again that is recognized by its key. */
    public boolean isAwaited(String entrance, String key) {
        return awaited.has(InputIdentity.ofKey(entrance, key));
    }

    /**
     * The awaited inputs that the next segment carries over. Forgets those that will never come.
     *
     * @param waiting how many inputs wait for others of their batch
     */
    public List<InputIdentity> carriedOver(int waiting) {
        warnOfForgotten(awaited.forgetUnrepeated(waiting));
        return awaited.carriedOver();
    }

    /**
     * Forgets the older half of the awaited inputs if they will never come. Returns whether there
     * were any.
     *
     * @param waiting see {@link #carriedOver}
     */
    public boolean forgetHalf(int waiting) {
        int forgotten = awaited.forgetUnrepeated(awaited.size() / 2, waiting);
        warnOfForgotten(forgotten);
        return forgotten > 0;
    }

    private void warnOfForgotten(int forgotten) {
        if (forgotten > 0) {
            LOG.warn(
                    "[TSP-3225] Forgot the oldest logged inputs that the source has not given"
                        + " again, graph={}, forgotten={}, awaited={}. It has given {} new ones in"
                        + " a row; if it gives one of those after all, that is executed a second"
                        + " time",
                    graph,
                    forgotten,
                    awaited.size(),
                    awaited.newInARow());
        }
    }

    /** Stops awaiting inputs that came to other coordinators. */
    public void claimed(List<InputIdentity> inputs) {
        inputs.forEach(awaited::claim);
    }

    /**
     * Sets the digest by which the transaction's input will be recognized, unless keys are used.
     */
    public void identify(Transaction<I> transaction, I element) throws IOException {
        if (element instanceof Batch batch) {
            identify(transaction, batch);
        } else if (digest != null) {
            InputIdentity input = digest.of(element);
            transaction.content(input.contentHigh(), input.contentLow());
        }
    }

    /** Sets how each element of a batch will be recognized. */
    private void identify(Transaction<I> transaction, Batch batch) throws IOException {
        List<InputIdentity> identities = new ArrayList<>(batch.elements().size());
        for (int i = 0; i < batch.elements().size(); i++) {
            I element = plan.entered(batch.entrance(), batch.elements().get(i));
            identities.add(identify(element, batch.keys().get(i)));
        }
        batch.identify(identities);
        InputIdentity first = identities.get(0);
        transaction.content(first.contentHigh(), first.contentLow());
    }

    private InputIdentity identify(I element, String key) throws IOException {
        return digest == null
                ? InputIdentity.ofKey(plan.entranceName(element), key)
                : digest.of(element);
    }
}
