/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

/**
 * What a close operator has heard of one transaction that somebody objects to, or has objected to.
 * Of most transactions there never is any news; they commit.
 */
final class News {
    final long id;

    /** Who judges that its part fails. */
    final ParticipantSet objecting;

    /** Who has applied a notice to assume that the transaction aborts. */
    final ParticipantSet noticed;

    /** Once it is decided that the transaction aborts: all of its participants. */
    final ParticipantSet participants;

    /** Number of its participants; 0 until an objection says it. */
    int instances;

    /** Whether it is one of this coordinator's; then {@link #slot} says by what it is found. */
    boolean own;

    int slot;

    /** What the notices say that were given last. */
    boolean noticedAbort;

    /** Whether no more notices are given. */
    boolean closed;

    /** Whether it aborts, once it is below the horizon. */
    boolean aborted;

    News(long id, int participants) {
        this.id = id;
        this.objecting = new ParticipantSet(participants);
        this.noticed = new ParticipantSet(participants);
        this.participants = new ParticipantSet(participants);
    }

    /** Whether the participant assumes that the transaction aborts. */
    boolean isAssumedAbortedAt(int participant) {
        return objecting.contains(participant) || noticed.contains(participant);
    }

    /** Whether all participants of the transaction assume the same, and it is known what. */
    boolean isAgreed() {
        return objecting.isEmpty() ? noticed.isEmpty() : objecting.sizeWith(noticed) == instances;
    }

    void decide() {
        aborted = !objecting.isEmpty();
        if (aborted) {
            participants.addAll(objecting);
            participants.addAll(noticed);
        }
    }

    /** Whether a participant assumes something else than what is decided. */
    boolean isDoubtedAt(int participant) {
        return aborted
                ? participants.contains(participant) && !isAssumedAbortedAt(participant)
                : isAssumedAbortedAt(participant);
    }
}
