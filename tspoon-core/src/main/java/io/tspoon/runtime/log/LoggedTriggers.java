/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.TriggerKey;

import org.apache.flink.annotation.Internal;

/**
 * Gets what was triggered in a log, so that what the log does not hold the outcome of is executed.
 * No source gives it again, so nobody awaits it. Confined to the mailbox thread.
 */
@Internal
public interface LoggedTriggers {
    /** Nothing is triggered. */
    LoggedTriggers NONE =
            new LoggedTriggers() {
                @Override
                public void triggered(TriggerKey key, Triggered triggered, long time) {}

                @Override
                public void ended(TriggerKey key) {}
            };

    /**
     * A transaction has triggered another one.
     *
     * @param time of the element that comes
     */
    void triggered(TriggerKey key, Triggered triggered, long time);

    /** The outcome of a triggered transaction is logged, perhaps by another coordinator. */
    void ended(TriggerKey key);
}
