/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.WriteAheadLog;
import io.tspoon.protocol.regime.ResultOrder;
import io.tspoon.runtime.plan.CallSettings;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;

/** Settings of a t-graph with a log. */
public final class LoggedSettings {
    private LoggedSettings() {}

    /** Of the t-graph {@code graph}, at PL3 with locks. */
    public static GraphSettings of(WriteAheadLog log, boolean acceptsLoss) {
        return returning(log, acceptsLoss, ReturnedInputs.NONE);
    }

    /** Of a t-graph whose results give inputs back. */
    static GraphSettings returning(
            WriteAheadLog log, boolean acceptsLoss, ReturnedInputs returned) {
        return new GraphSettings(
                "graph",
                IsolationLevel.PL3,
                ConcurrencyControl.LOCK_BASED,
                8,
                8,
                1,
                100,
                60_000,
                50,
                acceptsLoss,
                new LogSettings(log, 1, 2),
                null,
                ResultOrder.AS_READY,
                CallSettings.DEFAULT,
                ExceptionPolicy.FAIL_JOB,
                returned);
    }
}
