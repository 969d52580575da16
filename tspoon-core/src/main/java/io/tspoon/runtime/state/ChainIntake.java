/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.deterministic.DeterministicParticipant;
import io.tspoon.protocol.order.Arrivals;
import io.tspoon.read.ChainStatus;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.state.chain.AccessesInTurn;
import io.tspoon.runtime.transport.AttemptsToParticipant;
import io.tspoon.runtime.transport.Awaited;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.DecisionRows;
import io.tspoon.runtime.transport.ParticipantToClose;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Has accesses executed in chains, in the order of ids, and tells close operators how far they are
 * judged (ADR 0033). What comes from coordinators as decisions are notices here.
 */
final class ChainIntake<I> implements Intake {
    private final MergedFragments<I> merged;
    private final AccessesInTurn<I> processor;
    private final ChainShown shown;
    private final Progress progress;
    private final MailboxExecutor mailbox;
    private final Runnable sender;
    private final FragmentTaker<I> taker;

    /** Asks coordinators to say that everything up to the lowest unsettled id is decided. */
    private final PromiseRequests finals;

    /** By coordinator: the highest id that it has given; nothing to wait for above it. */
    private final long[] given;

    /** By coordinator: up to where it was told that everything is judged. */
    private final long[] told;

    private boolean repairing;

    /** What it waits for before it judges more. */
    private int awaited = Awaited.NOTHING;

    /**
     * @param processor executes the accesses
     */
    ChainIntake(StateParts<I, ?, ?, ?> parts, Arrivals order, AccessesInTurn<I> processor) {
        int parallelism = parts.parallelism();
        this.merged = new MergedFragments<>(parts, order);
        int index =
                parts.plan().index() * parallelism
                        + parts.context().getTaskInfo().getIndexOfThisSubtask();
        this.shown =
                parts.plan()
                        .settings()
                        .byDurability(
                                () -> new ShownWhenDecided(parts.versions()),
                                log -> new ShownWhenDurable(parts, index));
        this.progress = parts.progress();
        this.mailbox = parts.mailbox();
        this.sender = parts.sender();
        this.processor = processor;
        this.taker = processor::add;
        LongConsumer awaitsStable = parts.awaitsStable();
        this.finals =
                new PromiseRequests(
                        mailbox, () -> awaitsStable.accept(processor.lowestAwaitingFinal()));
        this.given = new long[parallelism];
        this.told = new long[parallelism];
        Arrays.fill(given, Timestamps.NONE);
        Arrays.fill(told, Timestamps.NONE);
        progress.applied(Timestamps.NONE);
    }

    @Override
    public void heard(CoordinatorToParticipant block) throws Exception {
        DecisionRows notices = block.decisions();
        for (int i = 0; i < notices.size(); i++) {
            boolean abort = Decision.of(notices.decision(i)) == Decision.ABORT;
            processor.notice(notices.timestamp(i), abort);
        }
        if (block.late().size() > 0) {
            processor.late(block.late());
        }
        int coordinator = block.coordinator();
        if (block.joins()) {
            processor.finalUpTo(coordinator, progress.highest());
        } else if (block.promise() == Arrivals.LEFT) {
            left(coordinator);
        } else if (block.promise() != Timestamps.NONE) {
            given[coordinator] = block.low() < block.promise() ? block.promise() : Timestamps.NONE;
            processor.finalUpTo(coordinator, block.low());
        }
        shown.heard(block);
    }

    @Override
    public long shownUpTo(CoordinatorToParticipant block) {
        return block.durableUpTo();
    }

    private void left(int coordinator) {
        given[coordinator] = Timestamps.NONE;
        processor.finalUpTo(coordinator, DeterministicParticipant.LEFT);
    }

    @Override
    public void ended(int coordinator) {
        merged.ended(coordinator);
        left(coordinator);
        shown.left(coordinator);
    }

    @Override
    public void arrived(AttemptsToParticipant block) throws Exception {
        merged.add(block);
        goOn();
        merged.blockProcessed();
    }

    private void goOn() throws Exception {
        try {
            repairAndBegin();
        } catch (Exception | Error e) {
            processor.logFailure(e);
            throw e;
        }
    }

    /** Repairs what notices have changed, and begins what may begin. */
    private void repairAndBegin() throws Exception {
        processor.repair();
        boolean some = true;
        while (some) {
            some = merged.handOn(taker, processor::room);
            processor.process();
            processor.arrived(arrivedUpTo());
        }
        progress.applied(processor.settled());
        awaited = awaited();
        processor.blockProcessed(awaited);
        if (processor.mustRepair() && !repairing) {
            repairing = true;
            mailbox.execute(this::repairRest, "repairs chains");
        }
    }

    private int awaited() {
        int own = processor.awaited();
        if (own != Awaited.NOTHING) {
            return own;
        }
        return merged.hasComplete() ? Awaited.DECISIONS : merged.lowestSender();
    }

    private void repairRest() throws Exception {
        repairing = false;
        goOn();
        sender.run();
    }

    /**
     * Whoever joins stays above all that was seen, so without coordinators that is all there is.
     */
    private long arrivedUpTo() {
        long promise = merged.promise(Arrivals.LEFT);
        return promise == Arrivals.LEFT ? progress.highest() : promise;
    }

    @Override
    public void sent() {
        finals.blockProcessed(processor.lowestAwaitingFinal() != Timestamps.NONE);
        shown.sent();
    }

    @Override
    public void release(AttemptsToParticipant block) {
        merged.release(block);
    }

    /** Nothing is sent on. */
    @Override
    public long promise() {
        return Timestamps.NONE;
    }

    @Override
    public boolean tells(ParticipantToClose block, int coordinator) {
        long judged = processor.judged();
        boolean due = told[coordinator] < given[coordinator] && judged > told[coordinator];
        if (due || block.hasContent()) {
            told[coordinator] = judged;
            block.judged(judged, processor.settled(), awaited);
        }
        due |= shown.tells(block, coordinator);
        return due;
    }

    @Override
    public @Nullable ChainStatus chains() {
        return processor.status();
    }

    @Override
    public int held() {
        return processor.open();
    }

    @Override
    public int waiting() {
        return 0;
    }

    @Override
    public int ordered() {
        return heldBack();
    }

    @Override
    public int heldBack() {
        return merged.blocks();
    }

    @Override
    public void close() throws Exception {
        processor.close();
    }
}
