/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;

/**
 * What became of a call. All who repeat the call are told the same.
 *
 * @param result of its transaction, without the updates. Whoever gets it must not change it
 * @param durable whether no crash can take it back
 * @param repeated whether an earlier request has brought it about
 */
@Internal
public record CallOutcome(TransactionResult<?> result, boolean durable, boolean repeated) {}
