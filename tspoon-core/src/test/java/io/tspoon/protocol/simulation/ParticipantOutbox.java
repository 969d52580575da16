/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.Vote;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * What a participant sends: elements and promises to those after it, answers to close operators.
 */
final class ParticipantOutbox {
    private final int index;
    private final Fault fault;

    /** What the message at hand has brought about, by receiver. */
    private final List<List<Message.Fragment>> outgoing = new ArrayList<>();

    private List<@Nullable Output> toParticipants = List.of();
    private List<Output> toCloses = List.of();
    private long highestSeen;
    private long promise;
    private boolean promiseChanged;

    ParticipantOutbox(int index, int participants, Fault fault) {
        this.index = index;
        this.fault = fault;
        for (int i = 0; i < participants; i++) {
            outgoing.add(new ArrayList<>());
        }
    }

    /**
     * @param participants null where the operator does not send to
     */
    void connect(List<@Nullable Output> participants, List<Output> closes) {
        toParticipants = participants;
        toCloses = closes;
    }

    // ------------------------------------------------------------------ timestamps

    void see(long timestamp) {
        highestSeen = Math.max(highestSeen, timestamp);
    }

    /** What coordinators that join must stay above: also what others were promised. */
    long answer() {
        return Math.max(highestSeen, promise);
    }

    /** Goes out with what is sent next. */
    void promise(long upTo) {
        promiseChanged = upTo > promise;
        promise = upTo;
    }

    // ------------------------------------------------------------------ to participants

    void add(int participant, Message.Fragment fragment) {
        outgoing.get(participant).add(fragment);
    }

    void send() {
        for (int i = 0; i < outgoing.size(); i++) {
            Output output = toParticipants.get(i);
            if (output == null) {
                continue;
            }
            List<Message.Fragment> fragments = List.copyOf(outgoing.get(i));
            outgoing.get(i).clear();
            if (fault == Fault.PROMISE_OVERTAKES_FRAGMENTS && promiseChanged) {
                output.send(new Message.Forward(index, List.of(), promise));
            }
            if (!fragments.isEmpty() || promiseChanged) {
                output.send(new Message.Forward(index, fragments, promise));
            }
        }
        promiseChanged = false;
    }

    void sendBarriers() {
        for (Output output : toParticipants) {
            if (output != null) {
                output.sendBarrier();
            }
        }
        toCloses.forEach(Output::sendBarrier);
    }

    // ------------------------------------------------------------------ to close operators

    int coordinators() {
        return toCloses.size();
    }

    void acknowledge(Message.Round round) {
        toCloses.get(round.coordinator())
                .send(new Message.Acknowledgement(index, round.decisionBatch(), answer()));
    }

    void sendHeader(int coordinator, long priority) {
        toCloses.get(coordinator).send(new Message.PriorityNotice(index, priority, answer()));
    }

    /** A function has failed. */
    void failed(FragmentAccess access, boolean holds) {
        report(access, holds, access.fragment().weight(), Vote.RETRY_LATER, null);
    }

    /** Says what became of an access; of one that depends on another, every report says so. */
    void report(
            FragmentAccess access,
            boolean holds,
            long weight,
            Vote vote,
            Message.@Nullable Update update) {
        report(access, holds, weight, vote, update, null);
    }

    /** The element of the access is rejected, and its batch is not. */
    void rejected(FragmentAccess access, boolean holds, Message.@Nullable Update update) {
        Message.Fragment fragment = access.fragment();
        report(access, holds, fragment.weight(), Vote.COMMIT, update, fragment.element());
    }

    private void report(
            FragmentAccess access,
            boolean holds,
            long weight,
            Vote vote,
            Message.@Nullable Update update,
            @Nullable Element rejected) {
        toCloses.get(access.coordinator())
                .send(
                        new Message.Report(
                                access.fragment().attempt(),
                                weight,
                                vote,
                                index,
                                holds,
                                access.source(),
                                update,
                                rejected,
                                highestSeen));
    }
}
