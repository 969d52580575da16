/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.transport.FragmentDraft;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;

import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the accesses of a transaction where all of them are known when it enters. Each participant
 * learns whether the transaction may fail elsewhere, and how many there are.
 */
@Internal
public final class DeclaringWriter extends FragmentWriter {
    private static final int NOWHERE = -1;

    private final DeclaredParts declared;
    private final int parallelism;

    /** By child: its participant, or {@link #NOWHERE}. */
    private int[] participants = new int[16];

    private boolean[] mayFail = new boolean[16];

    /** By child: length of the payload of its block before it. */
    private int[] payloads = new int[16];

    private int nextParticipant = NOWHERE;
    private boolean nextMayFail;

    /**
     * @param declared is told of the participants
     */
    public DeclaringWriter(
            Outputs<?, ?> outputs, AbortCapture capture, Bounds bounds, DeclaredParts declared) {
        super(outputs, capture, bounds);
        this.declared = declared;
        this.parallelism = outputs.parallelism();
    }

    @Override
    void goesTo(int operator, int instance, boolean accessMayFail) {
        nextParticipant = operator * parallelism + instance;
        nextMayFail = accessMayFail || isDeepest(); // it fails if it triggers
    }

    @Override
    int child(FragmentRows fragments, FragmentDraft draft) {
        int child = children();
        if (child == participants.length) {
            participants = Arrays.copyOf(participants, child * 2);
            mayFail = Arrays.copyOf(mayFail, child * 2);
            payloads = Arrays.copyOf(payloads, child * 2);
        }
        participants[child] = nextParticipant;
        mayFail[child] = nextMayFail;
        payloads[child] = fragments.payload().length();
        nextParticipant = NOWHERE;
        nextMayFail = false;
        return super.child(fragments, draft);
    }

    /** The transaction has no accesses, for it ends before anybody else hears of it. */
    @Override
    public void abort(AbortReason reason, boolean held) throws IOException {
        takeBackAll(payloads);
        super.abort(reason, held);
    }

    @Override
    public void end(long weight) {
        super.end(weight);
        declared.clear(slot());
        int instances = 0;
        boolean fallible = false;
        for (int child = 0; child < children(); child++) {
            if (participants[child] != NOWHERE) {
                instances += declared.add(slot(), participants[child]) ? 1 : 0;
                fallible |= mayFail[child];
            }
        }
        int told = instances > 1 && fallible ? instances : 0;
        for (int child = 0; child < children(); child++) {
            if (participants[child] != NOWHERE && (told > 0 || mayFail[child])) {
                declare(child, told, mayFail[child]);
            }
        }
    }
}
