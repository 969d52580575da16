/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.protocol.commit.Completions;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.commit.Settled;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.transaction.TransactionResult;

import java.io.IOException;

/**
 * Writes the outcomes of decided attempts to the log of their coordinator, before anybody learns of
 * them. Nothing is logged for attempts that are retried.
 */
final class OutcomeWriter implements Outcomes {
    private final CommitLog log;
    private final Runnable wakeUp;
    private final OutcomeEncoder encoder;

    /**
     * @param log of the coordinator
     * @param wakeUp has the close operator settle; for any thread
     * @param encoder writes to the log
     */
    OutcomeWriter(CommitLog log, Runnable wakeUp, OutcomeEncoder encoder) {
        this.log = log;
        this.wakeUp = wakeUp;
        this.encoder = encoder;
    }

    @Override
    public long durable() {
        return log.durable();
    }

    @Override
    public void log(Settled<? extends TransactionResult<?>> settled) throws IOException {
        DecisionBatch batch = settled.decisions();
        if (batch != null) {
            write(settled.toLog());
            batch.awaitLog(log.flush(batch.number()));
        }
        long awaited = settled.awaitedTicket();
        if (awaited > 0) {
            log.awaitsLog(awaited, wakeUp);
        }
    }

    private void write(Completions<? extends TransactionResult<?>> decided) throws IOException {
        for (int i = 0; i < decided.size(); i++) {
            TransactionResult<?> result = decided.result(i);
            if (result != null) {
                encoder.write(result, decided.slot(i));
            }
        }
    }
}
