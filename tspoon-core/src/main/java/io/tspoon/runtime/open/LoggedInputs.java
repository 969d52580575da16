/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.protocol.Transaction;
import io.tspoon.runtime.log.AwaitedInputs;
import io.tspoon.runtime.log.InputDigest;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;

/**
 * Tells inputs of which the log holds the outcome from new ones: by the user's key, or else by
 * content.
 *
 * <p>Confined to the mailbox thread.
 */
final class LoggedInputs<I> {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedInputs.class);

    private final String graph;
    private final AwaitedInputs awaited;
    private final @Nullable InputDigest<I> digest;
    private final boolean isKnownElsewhere;

    /**
     * @param plan of the open operator
     * @param task the instance
     */
    LoggedInputs(OpenPlan<I> plan, TaskInfo task) {
        this.graph = plan.settings().graph();
        int parallelism = task.getNumberOfParallelSubtasks();
        boolean keyed = plan.transactionKey() != null;
        this.awaited =
                new AwaitedInputs(
                        task.getIndexOfThisSubtask(),
                        parallelism,
                        plan.settings().maxInFlight(),
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
     * Their type, if their bytes tell them apart in a log; else null. Asked before any is written:
     * a serializer may remember later which classes it has met. Null, too, if a serializer of the
     * user's cannot tell that it is the same again.
     */
    static @Nullable LoggedSerializer type(OpenPlan<?> plan) {
        if (plan.settings().log() == null || plan.transactionKey() != null) {
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
                "Cannot tell later whether the type of inputs has changed: the serializer has no"
                        + " snapshot that says so, graph={}, serializer={}, cause={}. Logged inputs"
                        + " are known by their bytes: if the type changes, those that come again"
                        + " are executed a second time",
                plan.settings().graph(),
                serializer,
                cause);
    }

    AwaitedInputs awaited() {
        return awaited;
    }

    /**
     * Whether an earlier run has logged the outcome for this element, so that it is over.
     *
     * @param sender tells the other coordinators, if they await it, too
     */
    boolean isRepeated(I element, String key, RoundSender sender) throws IOException {
        if (awaited.isEmpty()) {
            return false;
        }
        InputIdentity input = identify(element, key);
        boolean repeated = awaited.claim(input);
        if (repeated && isKnownElsewhere) {
            sender.claim(input);
        }
        return repeated;
    }

    /** What the next segment carries over; what will never come is forgotten. */
    List<InputIdentity> carriedOver() {
        warnOfForgotten(awaited.forgetUnrepeated());
        return awaited.carriedOver();
    }

    /** Forgets the older half, if it will never come; gives whether there was something. */
    boolean forgetHalf() {
        int forgotten = awaited.forgetUnrepeated(awaited.size() / 2);
        warnOfForgotten(forgotten);
        return forgotten > 0;
    }

    private void warnOfForgotten(int forgotten) {
        if (forgotten > 0) {
            LOG.warn(
                    "Forgot the oldest logged inputs that the source has not given again, graph={},"
                            + " forgotten={}, awaited={}. It has given {} new ones in a row; if it"
                            + " gives one of those after all, that is executed a second time",
                    graph,
                    forgotten,
                    awaited.size(),
                    awaited.newInARow());
        }
    }

    /** Inputs came to other coordinators. */
    void claimed(List<InputIdentity> inputs) {
        inputs.forEach(awaited::claim);
    }

    /** Tells by what the transaction's input will be known again. */
    void identify(Transaction<I> transaction, I element) throws IOException {
        if (digest != null) {
            InputIdentity input = digest.of(element);
            transaction.content(input.contentHigh(), input.contentLow());
        }
    }

    private InputIdentity identify(I element, String key) throws IOException {
        return digest == null ? InputIdentity.ofKey(key) : digest.of(element);
    }
}
