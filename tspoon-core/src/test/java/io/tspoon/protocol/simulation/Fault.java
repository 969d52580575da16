/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.simulation;

import io.tspoon.protocol.access.FaultyMechanism;
import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.ReadCommitted;
import io.tspoon.protocol.access.TimestampOrdering;

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
    NONE(TimestampOrdering::new),

    SKIPS_READ_TIMESTAMP(FaultyMechanism.ForgetsReads::new),
    SKIPS_WRITE_TIMESTAMP(FaultyMechanism.ForgetsWrites::new),
    READS_BELOW_UNDECIDED(FaultyMechanism.ReadsTooEarly::new),
    GRANTS_LATE_ACCESS(FaultyMechanism.GrantsOutOfOrder::new),
    TAKES_NO_LOCK(FaultyMechanism.NeverWaits::new),
    RELEASES_LOCK_BEFORE_OUTCOME(FaultyMechanism.ReleasesEarly::new),
    READ_COMMITTED_FOR_SERIALIZABLE(ReadCommitted::new),

    INSTALLS_ABORTED(Locking::new),
    INSTALLS_RETRIED(TimestampOrdering::new),
    LOSES_INSTALL(TimestampOrdering::new),
    INSTALLS_BEFORE_OUTCOME(Locking::new),
    INSTALLS_OUT_OF_ORDER(TimestampOrdering::new),
    ACKNOWLEDGES_BEFORE_INSTALL(TimestampOrdering::new),
    HIDES_HOLD(Locking::new),
    STABLE_AHEAD_OF_DECISIONS(TimestampOrdering::new),

    DECIDES_AT_FIRST_FRAGMENT(Locking::new),
    COMPLETES_ON_FRAGMENT_COUNT(Locking::new),
    COMMITS_IN_SPITE_OF_ABORT(Locking::new),
    REUSES_TIMESTAMP(TimestampOrdering::new),
    SHARES_TIMESTAMPS(TimestampOrdering::new),
    BARRIER_WITHOUT_QUIESCENCE(Locking::new),

    DECIDES_PART_ALONE(Locking::new),
    DECIDES_ALONE_WHILE_WAITING(Locking::new, Setting.FEW_KEYS),
    DECIDES_ALONE_THOUGH_ONE_IS_TAKEN(Locking::new, Setting.FEW_KEYS),
    DECIDES_ALONE_BEFORE_CHILDREN(Locking::new),
    RELEASES_BETWEEN_ACCESSES(TimestampOrdering::new),
    DECIDES_ALONE_THOUGH_DEPENDENT(Mechanisms.SPECULATING_LOCKS, Setting.FEW_KEYS),
    IGNORES_DEPENDENCY(Mechanisms.SPECULATING_LOCKS),

    SUBMITS_AS_IT_ARRIVES(TimestampOrdering::new, Setting.ENTRY_ORDER),
    IGNORES_PROMISE_OF_COORDINATOR(TimestampOrdering::new, Setting.ENTRY_ORDER),
    IGNORES_PROMISE_OF_PARTICIPANT(Locking::new, Setting.ENTRY_ORDER),
    PROMISES_PAST_WAITING(Locking::new, Setting.ENTRY_ORDER),
    PROMISES_FUTURE(Locking::new, Setting.ENTRY_ORDER),
    PROMISE_OVERTAKES_FRAGMENTS(Locking::new, Setting.ENTRY_ORDER),
    SENDS_WITHOUT_JOINING(Locking::new, Setting.ENTRY_ORDER),
    SENDS_BEFORE_ALL_ANSWERED(Locking::new, Setting.ENTRY_ORDER),
    JOINS_BELOW_ANSWERS(TimestampOrdering::new, Setting.ENTRY_ORDER),
    GOES_ON_WHILE_ONE_JOINS(Locking::new, Setting.ENTRY_ORDER),
    STAYS_OVER_BARRIER(Locking::new, Setting.ENTRY_ORDER),
    ASKS_NOBODY(Locking::new, Setting.ENTRY_ORDER),
    TAKES_SOME_FOR_ALL(Locking::new, Setting.ENTRY_ORDER),

    SHOWS_EARLY_VERSIONS(Mechanisms.SPECULATING_TIMESTAMPS, Setting.LOGS),
    VOUCHES_BEFORE_DURABLE(Mechanisms.SPECULATING_LOCKS, Setting.LOGS),
    DECIDES_BEFORE_DURABLE(Mechanisms.SPECULATING_TIMESTAMPS, Setting.LOGS),
    SHOWS_RESULTS_BEFORE_DURABLE(Locking::new, Setting.LOGS),
    LOGS_OUT_OF_ENTRY_ORDER(TimestampOrdering::new, Setting.LOGS_IN_ENTRY_ORDER),
    DECIDES_ALONE_OUT_OF_TIMESTAMP_ORDER(TimestampOrdering::new, Setting.LOGS_IN_CHAIN),

    READS_UNPINNED(TimestampOrdering::new),
    READS_AHEAD_OF_STABLE(Locking::new),
    READS_AT_LOWEST_ANSWER(Locking::new),
    EVICTS_PINNED(TimestampOrdering::new),

    FORGETS_SPECULATION(Mechanisms.SPECULATING_LOCKS, Setting.FAILURES),

    TAKES_FINE_SHARE_FOR_COARSE(Locking::new, Setting.LEAST_SHARES),

    PASSES_ON_LAST_VOTE_OF_PART(Locking::new),
    PASSES_ON_LAST_VOTE_TWICE(Locking::new, Setting.CHAIN),
    PASSES_ON_LAST_VOTE_THOUGH_DEPENDENT(Mechanisms.SPECULATING_LOCKS, Setting.CHAIN),
    DECIDES_WHEN_GRANTED_THOUGH_DEPENDENT(Mechanisms.SPECULATING_LOCKS, Setting.CHAIN),
    DECIDES_WHEN_GRANTED_THOUGH_PART(Locking::new, Setting.FEW_KEYS),

    INNER_VERSION_OF_OTHER_PARTITION(TimestampOrdering::new, Setting.PARTITIONS),
    EVICTS_TENTATIVE_INNER(Mechanisms.SPECULATING_LOCKS, Setting.PARTITIONS),

    BARRIER_ENDS_BATCH(Locking::new, Setting.BATCHES),
    REPEATS_PART_OF_BATCH(TimestampOrdering::new, Setting.BATCHES),
    TAKES_ELEMENT_FOR_BATCH(Locking::new, Setting.BATCHES),

    TRIGGERS_THOUGH_ABORTED(Locking::new, Setting.TRIGGERS),
    TRIGGERS_AT_EACH_ATTEMPT(TimestampOrdering::new, Setting.TRIGGERS),
    BARRIER_LOSES_TRIGGERED(Locking::new, Setting.TRIGGERS),
    FOLLOWS_OUT_OF_ENTRY_ORDER(Locking::new, Setting.TRIGGERS_IN_ENTRY_ORDER),

    HOLDS_WHAT_IS_REJECTED(Locking::new, Setting.REJECTIONS),
    REPORTS_WHAT_IS_REJECTED(TimestampOrdering::new, Setting.REJECTIONS),
    REJECTS_WHOLE_BATCH(Mechanisms.SPECULATING_LOCKS, Setting.REJECTIONS),
    SKIPS_BEHIND_REJECTED(Locking::new, Setting.REJECTIONS),
    LOSES_REJECTIONS(TimestampOrdering::new, Setting.REJECTIONS);

    /** Which runs show the fault. */
    private enum Setting {
        ANY,
        FEW_KEYS,
        FAILURES,
        LEAST_SHARES,
        ENTRY_ORDER,
        LOGS,
        LOGS_IN_CHAIN,
        CHAIN,
        LOGS_IN_ENTRY_ORDER,
        PARTITIONS,
        BATCHES,
        REJECTIONS,
        TRIGGERS,
        TRIGGERS_IN_ENTRY_ORDER
    }

    private final Mechanisms mechanism;
    private final Setting setting;

    Fault(Mechanisms mechanism) {
        this(mechanism, Setting.ANY);
    }

    Fault(Mechanisms mechanism, Setting setting) {
        this.mechanism = mechanism;
        this.setting = setting;
    }

    /** The mechanism that has the fault, or is used by who has it. */
    Mechanisms mechanism() {
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
            case CHAIN -> SimulationParameters.randomInChain(random);
            case LOGS_IN_CHAIN -> SimulationParameters.randomInChainWithLogs(random);
            case PARTITIONS -> SimulationParameters.randomInPartitions(random);
            case BATCHES -> SimulationParameters.randomInBatches(random);
            case REJECTIONS -> SimulationParameters.randomRejecting(random);
            case TRIGGERS -> SimulationParameters.randomWithTriggers(random);
            case TRIGGERS_IN_ENTRY_ORDER ->
                    SimulationParameters.randomWithTriggers(random).inEntryOrder();
            case LOGS_IN_ENTRY_ORDER -> SimulationParameters.randomInEntryOrder(random).withLogs();
        };
    }

    /** Whether the rule is one of PL4. */
    boolean isOfEntryOrder() {
        return setting == Setting.ENTRY_ORDER
                || setting == Setting.LOGS_IN_ENTRY_ORDER
                || setting == Setting.TRIGGERS_IN_ENTRY_ORDER;
    }
}
