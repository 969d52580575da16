/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.FragmentCursor;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.core.memory.DataInputDeserializer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the blocks that come to a close operator, and hands over what they bring to the
 * coordinator. Confined to the mailbox thread.
 */
final class FragmentGatherer<T> {
    /** Who has sent a fragment that no participant has sent; it holds and writes nothing. */
    private static final int NOBODY = -1;

    private final String graph;
    private final int maxOutcomeBytes;
    private final int parallelism;
    private final FragmentReader<T> reader;
    private final CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator;
    private final AttemptDescriptions known;
    private final FragmentCursor cursor = new FragmentCursor();
    private final List<InputIdentity> claimed = new ArrayList<>();

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    FragmentGatherer(
            ClosePlan<T> plan,
            int parallelism,
            FragmentReader<T> reader,
            CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator,
            AttemptDescriptions known) {
        this.graph = plan.settings().graph();
        this.maxOutcomeBytes = plan.settings().maxOutcomeBytes();
        this.parallelism = parallelism;
        this.reader = reader;
        this.coordinator = coordinator;
        this.known = known;
    }

    void gather(CoordinatorToClose block) throws IOException {
        read(block.fragments(), NOBODY);
        read(block.late(), NOBODY);
    }

    void gather(ParticipantToClose block) throws IOException {
        int participant = block.participant();
        prefetch(block.fragments());
        coordinator.reported(participant, read(block.fragments(), participant));
        if (block.replies() > 0) {
            coordinator.acknowledge(participant, block.appliedBatch());
        }
    }

    /** Inputs of an earlier run that came to another coordinator, as the last blocks said. */
    List<InputIdentity> takeClaimed() {
        if (claimed.isEmpty()) {
            return List.of();
        }
        List<InputIdentity> taken = List.copyOf(claimed);
        claimed.clear();
        return taken;
    }

    /**
     * Loads the attempts of a block and their descriptions into the cache ({@link
     * io.tspoon.protocol}).
     */
    private void prefetch(FragmentRows fragments) {
        long touched = 0;
        for (int i = 0; i < fragments.size(); i++) {
            int slot = fragments.slot(i);
            touched += known.prefetch(slot) + coordinator.prefetch(slot);
        }
        prefetched = touched;
    }

    /**
     * Reads the fragments of a block. Those of one attempt follow each other.
     *
     * @param sender the participant that has sent them, or {@link #NOBODY}
     * @return their highest timestamp. They are sorted, except for those that had to wait and are
     *     sent only now
     */
    private long read(FragmentRows fragments, int sender) throws IOException {
        FragmentCursor fragment = cursor.begin(fragments);
        DataInputDeserializer payload = fragment.payload();
        Attempt<ResultBuilder<T>> attempt = null;
        Attempt<ResultBuilder<T>> spare = null; // young, so a store into it costs no fence
        long highest = Timestamps.NONE;
        int firstRow = 0; // of the attempt, with the place of its payload
        int firstByte = 0;
        boolean repeatsValues = false;
        while (fragment.next()) {
            if (fragment.isClaim()) {
                claimed.add(FragmentReader.readClaim(payload));
                continue;
            }
            long timestamp = fragment.timestamp();
            if (attempt != null && attempt.timestamp() == timestamp) {
                attempt.addWeight(fragment.weight());
            } else {
                if (attempt != null) {
                    int bytes = payload.getPosition() - firstByte;
                    bound(attempt, repeatsValues, fragment.row() - firstRow, bytes);
                    spare = coordinator.gathered(attempt);
                }
                firstRow = fragment.row();
                firstByte = payload.getPosition();
                repeatsValues = false;
                highest = Math.max(highest, timestamp);
                attempt =
                        coordinator.fragment(fragment.slot(), timestamp, fragment.weight(), spare);
            }
            repeatsValues |= fragment.isValueElement();
            add(fragment, sender, attempt);
        }
        if (attempt != null) {
            int bytes = payload.getPosition() - firstByte;
            bound(attempt, repeatsValues, fragment.row() - firstRow, bytes);
            coordinator.gathered(attempt);
        }
        fragment.checkConsumed();
        return highest;
    }

    /** Adds what a fragment says to its attempt, in the order of its payload. */
    private void add(FragmentCursor fragment, int sender, Attempt<ResultBuilder<T>> attempt)
            throws IOException {
        DataInputDeserializer payload = fragment.payload();
        ResultBuilder<T> result = attempt.payload();
        result.at(fragment.number());
        if (fragment.isAnswer()) {
            attempt.awaitFunction();
            reader.readAnswer(sender / parallelism, payload, result);
            return;
        }
        if (fragment.isDependent()) {
            coordinator.depends(attempt, sender, payload.readInt(), payload.readLong());
        }
        if (fragment.isHeld()) {
            attempt.addParticipant(sender);
        }
        if (fragment.writes()) {
            reader.readWrite(sender / parallelism, fragment, result);
        }
        if (fragment.hasElement()) {
            reader.readElement(payload, result);
        }
        Vote vote = fragment.vote();
        if (vote == Vote.COMMIT) {
            return;
        }
        if (vote == Vote.ABORT && fragment.isRejection()) {
            result.reject(reader.readReason(payload));
            return;
        }
        attempt.vote(vote);
        if (vote == Vote.ABORT) {
            result.addReason(reader.readReason(payload));
        }
    }

    /**
     * Votes to abort an attempt whose outcome is too large for a log or a record of Flink, once.
     *
     * @param repeatsValues whether a written value is an element, too
     * @param rows number of its fragments
     * @param payloadBytes of the fragments
     */
    private void bound(
            Attempt<ResultBuilder<T>> attempt, boolean repeatsValues, int rows, int payloadBytes) {
        ResultBuilder<T> result = attempt.payload();
        result.addBytes(FragmentWriter.outcomeBytes(rows, payloadBytes, repeatsValues));
        if (result.exceeds(maxOutcomeBytes)) {
            attempt.vote(Vote.ABORT);
            result.addReason(AbortReasons.byBound(graph, "", maxOutcomeBytes));
        }
        if (result.triggersTooMany()) {
            attempt.vote(Vote.ABORT);
            result.addReason(AbortReasons.byTriggers(graph, ""));
        }
    }
}
