/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

import java.util.List;

/** Close adds and then looks whether the link is closed; open closes it and then clears it. */
@JCStressTest
@State
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Nothing is kept.")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Feedback is kept that nobody polls.")
public class EndedLinkStress {
    private static final Feedback FEEDBACK = new Feedback.Greeted();

    private final CoordinatorLink link =
            new CoordinatorLink(
                    1, 1, () -> {}, null, new CoordinatorLink.Described(false, List.of(), null));

    @Actor
    public void close() {
        link.send(FEEDBACK);
    }

    @Actor
    public void open() {
        link.close();
    }

    @Arbiter
    public void end(Z_Result result) {
        result.r1 = link.poll() == null;
    }
}
