/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Close says what it awaits and then looks what is durable; the log does it the other way round. At
 * least one of them must see what the other has written.
 */
@JCStressTest
@State
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Close is woken up.")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Close waits for ever.")
public class AwaitedTicketStress {
    private final HeardWriter writer = new HeardWriter();
    private final CommitLog log = new CommitLog(writer, () -> {}, () -> 0);
    private volatile boolean woken;

    @Actor
    public void close() {
        log.awaitsLog(1, () -> woken = true);
    }

    @Actor
    public void threadOfTheLog() {
        writer.durable(1);
    }

    @Arbiter
    public void end(Z_Result result) {
        result.r1 = woken;
    }
}
