/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.api.ElementsFunction;
import io.tspoon.examples.trial.Movement;
import io.tspoon.examples.trial.Transfer;

import org.apache.flink.api.common.functions.AbstractRichFunction;
import org.apache.flink.api.common.functions.OpenContext;

/** Splits a transfer into its movements, or crashes. */
final class MovementsFunction extends AbstractRichFunction
        implements ElementsFunction<Transfer, Movement> {
    private static final long serialVersionUID = 1L;

    private final CrashPoint crashes;

    MovementsFunction(CrashPoint crashes) {
        this.crashes = crashes;
    }

    @Override
    public void open(OpenContext context) {
        crashes.begin(getRuntimeContext().getTaskInfo().getAttemptNumber());
        crashes.pass(CrashKind.RECOVERY_OPEN);
    }

    @Override
    public Iterable<Movement> elements(Transfer transfer) {
        crashes.pass(CrashKind.MAP);
        return transfer.movements();
    }
}
