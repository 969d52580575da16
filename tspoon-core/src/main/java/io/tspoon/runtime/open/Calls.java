/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.call.CallTaker;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.transaction.TransactionResult;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The entrance by which calls come. Confined to the mailbox thread. */
interface Calls extends Entrance {
    /** Of a t-graph without procedures. */
    Calls NONE =
            new Calls() {
                @Override
                public @Nullable CallTaker taker() {
                    return null;
                }

                @Override
                public LoggedCalls logged() {
                    return LoggedCalls.NONE;
                }

                @Override
                public void admitWaiting() {}

                @Override
                public void mayGoOn() {}

                @Override
                public void ended(List<TransactionResult<?>> results) {}

                @Override
                public void snapshot(long checkpoint, boolean stopsJob) {}

                @Override
                public void completed(long checkpoint) {}

                @Override
                public void aborted(long checkpoint) {}

                @Override
                public void end() {}

                @Override
                public void close() {}
            };

    /** For those outside; null if there are no procedures. */
    @Nullable CallTaker taker();

    /** Gets the calls that a log holds. */
    LoggedCalls logged();

    /** What kept calls from being admitted is over: has them admitted by a mail. */
    void mayGoOn();

    /** The transactions of calls are over. */
    void ended(List<TransactionResult<?>> results) throws Exception;

    /**
     * A snapshot is taken. Nothing is in flight.
     *
     * @param stopsJob whether the job stops with it
     */
    void snapshot(long checkpoint, boolean stopsJob);

    void completed(long checkpoint);

    void aborted(long checkpoint);

    /** The input has ended: no call begins any more. Those in flight will be over. */
    void end();

    void close();
}
