/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.transaction.ReturnedInputs;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

import java.util.List;

/**
 * Open describes slots while close reads the one between them, which has its bytes beside theirs.
 */
@JCStressTest
@State
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "Each slot is as described.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A slot has something of another one.")
public class NeighbourSlotsStress {
    private final AttemptDescriptions descriptions =
            new AttemptDescriptions(3, true, List.of(), ReturnedInputs.NONE);

    public NeighbourSlotsStress() {
        descriptions.describe(1, Attempts.SHORT, 0, Attempts.time(Attempts.SHORT));
    }

    @Actor
    public void open() {
        descriptions.describe(0, Attempts.LONG, 0, Attempts.time(Attempts.LONG));
        descriptions.describe(2, Attempts.WIDE, 0, Attempts.time(Attempts.WIDE));
    }

    @Actor
    public void close(ZZ_Result result) {
        result.r1 = Attempts.isIn(descriptions, 1, Attempts.SHORT);
    }

    @Arbiter
    public void end(ZZ_Result result) {
        result.r2 =
                Attempts.isIn(descriptions, 0, Attempts.LONG)
                        && Attempts.isIn(descriptions, 2, Attempts.WIDE);
    }
}
