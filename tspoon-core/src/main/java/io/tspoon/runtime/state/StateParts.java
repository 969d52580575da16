/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.access.Participant;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.state.cache.RecordCache;

import org.apache.flink.api.common.operators.MailboxExecutor;

import java.util.function.IntConsumer;

/**
 * The parts of an instance of a stateful operator from which its regime is made.
 *
 * @param plan plan of the operator
 * @param parallelism number of coordinators, and of instances of each operator
 * @param participant grants accesses
 * @param cache has the records
 * @param runner runs granted accesses
 * @param progress how far the coordinators are
 * @param mailbox of the operator
 * @param sender sends what the runner has written
 * @param question asks a coordinator how far it is
 */
record StateParts<I, K, V, O>(
        StateOperatorPlan<I, K, V, O> plan,
        int parallelism,
        Participant<K, V> participant,
        RecordCache<K, V> cache,
        AccessRunner<I, K, V, O> runner,
        Progress progress,
        MailboxExecutor mailbox,
        Runnable sender,
        IntConsumer question) {}
