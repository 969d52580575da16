/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.FaultyParticipant;
import io.tspoon.protocol.LockingParticipant;
import io.tspoon.protocol.ReadCommittedParticipant;
import io.tspoon.protocol.TimestampOrderingParticipant;

import java.util.SplittableRandom;

/**
 * One rule of the protocol, broken on purpose, to see that a run with it does not pass.
 *
 * <p>{@code docs/testing.md}, "Deliberate faults", says of each which rule it breaks and who
 * notices; {@link FaultDetectionTest} keeps that table and this list the same. The first ones are
 * faulty mechanisms; the others are switches at the places where the drivers keep the rule.
 */
enum Fault {
    /** Every rule is kept. */
    NONE(TimestampOrderingParticipant::new),

    SKIPS_READ_TIMESTAMP(FaultyParticipant.ForgetsReads::new),
    SKIPS_WRITE_TIMESTAMP(FaultyParticipant.ForgetsWrites::new),
    READS_BELOW_UNDECIDED(FaultyParticipant.ReadsTooEarly::new),
    GRANTS_LATE_ACCESS(FaultyParticipant.GrantsOutOfOrder::new),
    TAKES_NO_LOCK(FaultyParticipant.NeverWaits::new),
    RELEASES_LOCK_BEFORE_OUTCOME(FaultyParticipant.ReleasesEarly::new),
    READ_COMMITTED_FOR_SERIALIZABLE(ReadCommittedParticipant::new),

    INSTALLS_ABORTED(LockingParticipant::new),
    INSTALLS_RETRIED(TimestampOrderingParticipant::new),
    LOSES_INSTALL(TimestampOrderingParticipant::new),
    INSTALLS_BEFORE_OUTCOME(LockingParticipant::new),
    INSTALLS_OUT_OF_ORDER(TimestampOrderingParticipant::new),
    ACKNOWLEDGES_BEFORE_INSTALL(TimestampOrderingParticipant::new),
    HIDES_HOLD(LockingParticipant::new),
    STABLE_AHEAD_OF_DECISIONS(TimestampOrderingParticipant::new),

    DECIDES_AT_FIRST_FRAGMENT(LockingParticipant::new),
    COMPLETES_ON_FRAGMENT_COUNT(LockingParticipant::new),
    COMMITS_IN_SPITE_OF_ABORT(LockingParticipant::new),
    REUSES_TIMESTAMP(TimestampOrderingParticipant::new),
    SHARES_TIMESTAMPS(TimestampOrderingParticipant::new),
    BARRIER_WITHOUT_QUIESCENCE(LockingParticipant::new),

    DECIDES_PART_ALONE(LockingParticipant::new),
    DECIDES_ALONE_WHILE_WAITING(LockingParticipant::new, Setting.FEW_KEYS),
    DECIDES_ALONE_THOUGH_ONE_IS_TAKEN(LockingParticipant::new, Setting.FEW_KEYS),
    DECIDES_ALONE_BEFORE_CHILDREN(LockingParticipant::new),
    RELEASES_BETWEEN_ACCESSES(TimestampOrderingParticipant::new),
    DECIDES_ALONE_THOUGH_DEPENDENT(Mechanism.SPECULATING_LOCKS, Setting.FEW_KEYS),
    IGNORES_DEPENDENCY(Mechanism.SPECULATING_LOCKS),

    SUBMITS_AS_IT_ARRIVES(TimestampOrderingParticipant::new, Setting.ENTRY_ORDER),
    IGNORES_PROMISE_OF_COORDINATOR(TimestampOrderingParticipant::new, Setting.ENTRY_ORDER),
    IGNORES_PROMISE_OF_PARTICIPANT(LockingParticipant::new, Setting.ENTRY_ORDER),
    PROMISES_PAST_WAITING(LockingParticipant::new, Setting.ENTRY_ORDER),
    PROMISES_FUTURE(LockingParticipant::new, Setting.ENTRY_ORDER),
    PROMISE_OVERTAKES_FRAGMENTS(LockingParticipant::new, Setting.ENTRY_ORDER),
    SENDS_WITHOUT_JOINING(LockingParticipant::new, Setting.ENTRY_ORDER),
    SENDS_BEFORE_ALL_ANSWERED(LockingParticipant::new, Setting.ENTRY_ORDER),
    JOINS_BELOW_ANSWERS(TimestampOrderingParticipant::new, Setting.ENTRY_ORDER),
    GOES_ON_WHILE_ONE_JOINS(LockingParticipant::new, Setting.ENTRY_ORDER),
    STAYS_OVER_BARRIER(LockingParticipant::new, Setting.ENTRY_ORDER),
    ASKS_NOBODY(LockingParticipant::new, Setting.ENTRY_ORDER),
    TAKES_SOME_FOR_ALL(LockingParticipant::new, Setting.ENTRY_ORDER),

    SHOWS_EARLY_VERSIONS(Mechanism.SPECULATING_TIMESTAMPS, Setting.LOGS),
    VOUCHES_BEFORE_DURABLE(Mechanism.SPECULATING_LOCKS, Setting.LOGS),
    DECIDES_BEFORE_DURABLE(Mechanism.SPECULATING_TIMESTAMPS, Setting.LOGS),
    SHOWS_RESULTS_BEFORE_DURABLE(LockingParticipant::new, Setting.LOGS),
    LOGS_OUT_OF_ENTRY_ORDER(TimestampOrderingParticipant::new, Setting.LOGS_IN_ENTRY_ORDER),
    DECIDES_ALONE_OUT_OF_TIMESTAMP_ORDER(TimestampOrderingParticipant::new, Setting.LOGS_IN_CHAIN),

    READS_UNPINNED(TimestampOrderingParticipant::new),
    READS_AHEAD_OF_STABLE(LockingParticipant::new),
    READS_AT_LOWEST_ANSWER(LockingParticipant::new),
    EVICTS_PINNED(TimestampOrderingParticipant::new),

    FORGETS_SPECULATION(Mechanism.SPECULATING_LOCKS, Setting.FAILURES),

    TAKES_FINE_SHARE_FOR_COARSE(LockingParticipant::new, Setting.LEAST_SHARES);

    /** Which runs show the fault. */
    private enum Setting {
        ANY,
        FEW_KEYS,
        FAILURES,
        LEAST_SHARES,
        ENTRY_ORDER,
        LOGS,
        LOGS_IN_CHAIN,
        LOGS_IN_ENTRY_ORDER
    }

    private final Mechanism mechanism;
    private final Setting setting;

    Fault(Mechanism mechanism) {
        this(mechanism, Setting.ANY);
    }

    Fault(Mechanism mechanism, Setting setting) {
        this.mechanism = mechanism;
        this.setting = setting;
    }

    /** The mechanism that has the fault, or is used by who has it. */
    Mechanism mechanism() {
        return mechanism;
    }

    /** Draws a run in which the fault may matter. */
    SimulationParameters parameters(SplittableRandom random) {
        return switch (setting) {
            case ANY -> SimulationParameters.random(random);
            case FEW_KEYS -> SimulationParameters.randomOnFewKeys(random);
            case FAILURES -> SimulationParameters.randomWithFailures(random);
            case LEAST_SHARES -> SimulationParameters.randomWithLeastShares(random);
            case ENTRY_ORDER -> SimulationParameters.randomInEntryOrder(random);
            case LOGS -> SimulationParameters.randomWithLogs(random);
            case LOGS_IN_CHAIN -> SimulationParameters.randomInChainWithLogs(random);
            case LOGS_IN_ENTRY_ORDER -> SimulationParameters.randomInEntryOrder(random).withLogs();
        };
    }

    /** Whether the rule is one of PL4. */
    boolean isOfEntryOrder() {
        return setting == Setting.ENTRY_ORDER || setting == Setting.LOGS_IN_ENTRY_ORDER;
    }
}
