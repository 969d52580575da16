/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A reader adds and then looks whether the queue is closed; the operator closes and then clears.
 */
@JCStressTest
@State
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "The reader has an answer.")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "The reader waits for ever.")
public class EndedInstanceStress {
    private final CountedTask task = new CountedTask(1);
    private final ReadQueue queue =
            new ReadQueue(new MailQueue(), "state[0]", pause -> {}, () -> 0, () -> {});

    @Actor
    public void reader() {
        queue.addRead(task);
    }

    @Actor
    public void operator() {
        queue.close();
    }

    @Arbiter
    public void end(Z_Result result) {
        result.r1 = task.answer().isDone();
    }
}
