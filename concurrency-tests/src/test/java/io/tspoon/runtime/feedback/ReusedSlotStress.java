/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The messages alone order what open writes of a slot and what close reads of it, twice. */
@JCStressTest
@State
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Close reads what open wrote.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Close reads another attempt than it got a message of.")
public class ReusedSlotStress {
    private final SlotInUse slot = new SlotInUse(Attempts.SHORT, Attempts.LONG);

    @Actor
    public void open() {
        slot.send(0);
        if (slot.isFree()) {
            slot.send(1);
        }
    }

    @Actor
    public void close(ZZ_Result result) {
        result.r1 = slot.receivesNext();
        result.r2 = slot.receivesNext();
    }
}
