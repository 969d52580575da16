/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.OperatorIndexes;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;

import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * The parts of an instance of a stateful operator from which its regime is made.
 *
 * @param plan plan of the operator
 * @param context of the instance
 * @param parallelism number of coordinators, and of instances of each operator
 * @param versions what transactions leave behind
 * @param cache has the records
 * @param indexes of the states
 * @param outputs what is to be sent
 * @param progress how far the coordinators are
 * @param mailbox of the operator
 * @param sender sends what was written to the outputs
 * @param question asks a coordinator how far it is
 * @param awaitsStable asks coordinators to say when everything up to an id is decided
 * @param asksFor asks one coordinator to say when everything up to an id is durable
 */
record StateParts<I, K, V, O>(
        StateOperatorPlan<I, K, V, O> plan,
        RuntimeContext context,
        int parallelism,
        InstalledVersions<K, V> versions,
        RecordCache<K, V> cache,
        OperatorIndexes<K, V> indexes,
        Outputs<ParticipantToParticipant, ParticipantToClose> outputs,
        Progress progress,
        MailboxExecutor mailbox,
        Runnable sender,
        IntConsumer question,
        LongConsumer awaitsStable,
        DurabilityRequests.Question asksFor) {
    /** The number of coordinators, and of participants that may be before this one. */
    int senders() {
        return parallelism * (1 + plan.reachedBy().length);
    }
}
