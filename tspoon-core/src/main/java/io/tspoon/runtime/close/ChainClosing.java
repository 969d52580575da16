/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.flink.operator.TaskVertex;
import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.IncompleteTransactions;
import io.tspoon.protocol.deterministic.Judgement;
import io.tspoon.protocol.deterministic.Notices;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.feedback.HeldHorizon;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.Awaited;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.FragmentCursor;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Ends transactions whose accesses are executed in chains. Participants report only what is final,
 * so a transaction is over once all of it is reported, and nobody has to be told. What may still
 * change is judged by all close operators alike, see {@link Judgement}; this one gives notice of
 * its own transactions, and tells open how far all of them are decided.
 */
final class ChainClosing<T> implements Closing, Notices {
    /** Only open operators claim inputs. */
    private static final List<InputIdentity> NO_CLAIMS = List.of();

    private final TaskVertex vertex;
    private final int parallelism;
    private final int coordinator;
    private final Timestamps timestamps;
    private final FragmentReader<T> reader;
    private final CoordinatorLink link;
    private final AttemptDescriptions descriptions;
    private final IncompleteTransactions<ResultBuilder<T>> incomplete;
    private final Judgement judgement;
    private final Departures<T> departures;
    private final CloseMetrics metrics;
    private final CallResults<T> calls;
    private final TimerResults timers;
    private final TriggerResults<T> triggers;
    private final Exit<T> exit;
    private final FragmentCursor cursor = new FragmentCursor();
    private final List<Feedback.Notice> notices = new ArrayList<>();
    private long toldHorizon = Timestamps.NONE;

    /** By participant: what it waits for, see {@link Awaited}. */
    private final int[] awaited;

    private @Nullable HeldHorizon held;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private long prefetched;

    /**
     * @param coordinator whose transactions end here
     * @param link to the open operator
     * @param wakeUp has {@link #logIsDurable} called; for any thread
     * @param calls gets those of calls first
     * @param exit gets the results
     */
    ChainClosing(
            ClosePlan<T> plan,
            TaskVertex vertex,
            int coordinator,
            CoordinatorLink link,
            Runnable wakeUp,
            CloseMetrics metrics,
            CallResults<T> calls,
            Exit<T> exit) {
        this.vertex = vertex;
        this.parallelism = vertex.parallelism();
        this.coordinator = coordinator;
        this.timestamps = new Timestamps(parallelism);
        this.reader = new FragmentReader<>(plan);
        this.link = link;
        this.descriptions = link.attempts();
        Regime regime = plan.settings().regime();
        this.incomplete =
                new IncompleteTransactions<>(
                        link.slots(),
                        ResultBuilder::new,
                        regime.turns(link.slots(), descriptions::number));
        int operators = StateColumns.operators(plan.states());
        int participants = operators * parallelism;
        this.departures =
                plan.settings()
                        .byDurability(
                                LeaveAtOnce::new,
                                settings ->
                                        new LeaveWhenDurable<>(
                                                regime.cutsLogs(parallelism, operators),
                                                link.log(),
                                                wakeUp,
                                                new OutcomeEncoder(link.log(), descriptions, plan),
                                                descriptions));
        this.judgement = new Judgement(participants, this);
        this.awaited = new int[participants];
        Arrays.fill(awaited, Awaited.NOTHING);
        this.metrics = metrics;
        this.calls = calls;
        this.timers = new TimerResults(link);
        this.triggers = new TriggerResults<>(link);
        this.exit = exit;
    }

    @Override
    public void received(CoordinatorToClose block) throws IOException {
        if (block.isReplay()) {
            exit.leaveAgain(reader.readLogged(block.fragments()));
            return;
        }
        if (block.isGreeting()) {
            Greetings.checkParallelism(block, "close", vertex);
            link.send(new Feedback.Greeted());
        }
        List<InputIdentity> claimed = new ArrayList<>();
        List<Attempt<ResultBuilder<T>>> whole = read(block.fragments(), -1, claimed);
        whole.addAll(read(block.late(), -1, claimed));
        end(whole);
        if (!claimed.isEmpty()) {
            link.send(new Feedback.Claimed(claimed));
        }
        leave();
    }

    /** Lets results leave though no participant has said anything. */
    private void leave() throws IOException {
        departures.settle();
        tellJudgement();
        int[] slots = departures.takeSlots();
        Leaving<T> leaving = take(slots);
        if (slots.length > 0) {
            link.send(new Feedback.Released(null, slots));
        }
        tellGathered();
        exit.leave(leaving);
    }

    @Override
    public void received(ParticipantToClose block) throws IOException {
        if (block.tellsTimers()) {
            link.send(new Feedback.Due(block.participant(), block.firedUpTo(), block.dueTimers()));
        }
        int participant = block.participant();
        prefetch(block.fragments());
        List<Attempt<ResultBuilder<T>>> whole = read(block.fragments(), participant, NO_CLAIMS);
        departures.othersAreDurable(block.othersDurable());
        if (block.judged() != Timestamps.NONE) {
            judgement.progress(participant, block.judged(), block.settled());
            awaited[participant] = block.awaited();
        }
        end(whole);
        departures.settle();
        tellJudgement();
        int[] slots = departures.takeSlots();
        Leaving<T> leaving = take(slots);
        link.send(
                new Feedback.Answer(
                        participant,
                        block.replies(),
                        block.priority(),
                        block.highestTimestamp(),
                        block.awaitedLow(),
                        null,
                        slots));
        tellGathered();
        exit.leave(leaving);
    }

    /** Takes the results of slots that open may use again once it learns of it. */
    private Leaving<T> take(int[] slots) {
        List<TransactionResult<T>> results = triggers.tell(departures.takeResults(), slots);
        calls.tell(results);
        timers.tell(results, slots);
        descriptions.forgetBatches(slots, slots.length);
        return new Leaving<>(results, descriptions.times(slots, slots.length));
    }

    private void tellGathered() {
        for (Attempt<ResultBuilder<T>> attempt : incomplete.takeGathered()) {
            link.send(ResultBuilder.gathered(attempt));
        }
    }

    /** Without a state there is nobody who judges. */
    private void tellJudgement() {
        if (awaited.length == 0) {
            return;
        }
        long horizon = Math.max(judgement.advance(), departures.overUpTo());
        if (horizon > toldHorizon || !notices.isEmpty()) {
            link.send(new Feedback.Judged(List.copyOf(notices), horizon));
            toldHorizon = horizon;
            notices.clear();
        }
        tellWhoHoldsIt();
    }

    private void tellWhoHoldsIt() {
        int holder = judgement.holder();
        long disputed = judgement.disputed();
        HeldHorizon before = held;
        if (before == null || !before.is(holder, awaited[holder], disputed)) {
            HeldHorizon now = new HeldHorizon(holder, awaited[holder], disputed);
            held = now;
            link.horizonHeld(now);
        }
    }

    @Override
    public void logIsDurable() throws IOException {
        leave();
    }

    // ------------------------------------------------------------------ what has come

    private void prefetch(FragmentRows fragments) {
        long touched = 0;
        for (int i = 0; i < fragments.size(); i++) {
            int slot = fragments.slot(i);
            touched += descriptions.prefetch(slot) + incomplete.prefetch(slot);
        }
        prefetched = touched;
    }

    /**
     * Reads the fragments of a block.
     *
     * @param sender the participant that has sent them; negative if open has
     * @param claimed receives inputs of an earlier run that came to another coordinator
     * @return the transactions that are whole now, in a list of its own, because a store into an
     *     old one costs a fence
     */
    private List<Attempt<ResultBuilder<T>>> read(
            FragmentRows fragments, int sender, List<InputIdentity> claimed) throws IOException {
        List<Attempt<ResultBuilder<T>>> whole = new ArrayList<>(fragments.size());
        FragmentCursor fragment = cursor.begin(fragments);
        Attempt<ResultBuilder<T>> gathered = null;
        while (fragment.next()) {
            if (fragment.isNews()) {
                hear(fragment, sender);
                continue;
            }
            if (fragment.isClaim()) {
                claimed.add(FragmentReader.readClaim(fragment.payload()));
                continue;
            }
            long id = fragment.timestamp();
            if (gathered != null && gathered.timestamp() == id) {
                gathered.addWeight(fragment.weight());
            } else {
                gathered(gathered, whole);
                gathered = incomplete.fragment(fragment.slot(), id, fragment.weight());
            }
            add(fragment, sender, gathered);
        }
        gathered(gathered, whole);
        fragment.checkConsumed();
        return whole;
    }

    private void hear(FragmentCursor fragment, int sender) {
        long id = fragment.timestamp();
        switch (fragment.news()) {
            case OBJECTION -> {
                boolean own = timestamps.coordinator(id) == coordinator;
                judgement.objection(sender, id, fragment.instances(), own ? fragment.slot() : -1);
            }
            case WITHDRAWAL -> judgement.withdrawal(sender, id);
            case APPLIED_ABORT -> judgement.applied(sender, id, true);
            case APPLIED_COMMIT -> judgement.applied(sender, id, false);
        }
    }

    private void add(FragmentCursor fragment, int sender, Attempt<ResultBuilder<T>> gathered)
            throws IOException {
        DataInputDeserializer payload = fragment.payload();
        ResultBuilder<T> result = gathered.payload();
        result.at(fragment.number());
        if (fragment.isAnswer()) {
            gathered.awaitFunction();
            reader.readAnswer(sender / parallelism, payload, result);
            return;
        }
        if (fragment.writes()) {
            reader.readWrite(sender / parallelism, fragment, result);
        }
        if (fragment.hasElement()) {
            reader.readElement(payload, result);
        }
        if (fragment.vote() == Vote.ABORT) {
            gathered.vote(Vote.ABORT);
            result.addReason(reader.readReason(payload));
        }
    }

    private void gathered(
            @Nullable Attempt<ResultBuilder<T>> last, List<Attempt<ResultBuilder<T>>> whole) {
        if (last != null && incomplete.isWhole(last)) {
            whole.add(last);
        }
    }

    // ------------------------------------------------------------------ what follows

    /**
     * Ends the transactions that are whole. To be called when all of a block is read, because
     * objections may come behind the reports.
     */
    private void end(List<Attempt<ResultBuilder<T>>> whole) throws IOException {
        int ended = 0;
        int aborts = 0;
        for (int i = 0; i < whole.size(); i++) {
            Attempt<ResultBuilder<T>> decided = whole.get(i);
            boolean isAborted = incomplete.outcome(decided) == Decision.ABORT;
            judgement.decidedEarly(decided.timestamp(), isAborted, false);
            Attempt<ResultBuilder<T>> over = incomplete.inTurn(decided);
            while (over != null) {
                Decision outcome = incomplete.outcome(over);
                ended++;
                aborts += outcome == Decision.ABORT ? 1 : 0;
                TransactionResult<T> result = over.payload().take(over, outcome, descriptions);
                departures.over(Objects.requireNonNull(result), over.slot());
                over = incomplete.ended(over);
            }
        }
        metrics.commits.inc(ended - aborts);
        metrics.aborts.inc(aborts);
        link.meter().ended(ended - aborts, aborts);
    }

    @Override
    public void assume(int slot, long id, boolean abort) {
        notices.add(new Feedback.Notice(slot, id, abort));
    }

    /** Its result says so. */
    @Override
    public void aborted(long id) {}
}
