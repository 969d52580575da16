/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Deterministic chains: a protocol in which the order of transactions is known before they run, so
 * that none is ever refused or repeated.
 *
 * <p>It is for t-graphs that declare every access at their entrance, as those of TStream do (Zhang
 * et al., "Towards Concurrent Stateful Stream Processing on Multicore Processors", ICDE 2020,
 * sections III and IV): there, a batch of transactions is decomposed into operations, the
 * operations on one key form a chain in the order of their transactions, and each chain is
 * processed front to back. Here there are no batches: accesses come in the order of ids, merged by
 * promises ({@link io.tspoon.protocol.order.ArrivalOrder}), and each runs on the newest value of
 * its key as soon as it has its turn. Only accesses whose outcome is not final are kept in a chain.
 *
 * <p>{@link io.tspoon.protocol.deterministic.DeterministicParticipant} judges the parts of
 * transactions at one instance, {@link io.tspoon.protocol.deterministic.Judgement} tells a close
 * operator up to where everything is final. The words and the rules are in ADR 0033.
 *
 * <p>As {@link io.tspoon.protocol}, the package has no clock, no random source and no thread, and
 * knows neither Flink nor the runtime. {@code io.tspoon.runtime.state} runs the participant, {@code
 * io.tspoon.runtime.close} the judgement, and a simulation both of them.
 */
@NullMarked
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.NullMarked;
