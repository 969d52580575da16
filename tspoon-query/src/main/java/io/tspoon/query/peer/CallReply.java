/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/** What became of a call: an outcome, or a failure. */
@Internal
public sealed interface CallReply permits ToldOutcome, CallFailure {}
