/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.InstalledVersions.Shown;
import io.tspoon.protocol.access.Mechanism;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.protocol.access.Speculating;
import io.tspoon.protocol.access.Speculation;
import io.tspoon.protocol.commit.DecisionTurns;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.annotation.Internal;

import java.util.function.IntToLongFunction;

/**
 * What the settings of a t-graph mean for its transactions: the order in which their accesses run,
 * how they are isolated from each other, and when they are durable. How an attempt ends at a
 * participant follows from these.
 *
 * <p>{@link #of} is the only place that looks at the settings. A new strategy is a class that
 * implements {@link Sequencing} or {@link Isolation}, and a line there.
 *
 * <p>Immutable; the objects that it makes are each for one operator. Design: ADR 0030.
 *
 * @param sequencing in which order accesses run
 * @param isolation how participants isolate transactions
 * @param durability when a committed transaction is durable
 */
@Internal
public record Regime(Sequencing sequencing, Isolation isolation, Durability durability) {
    private static final ExecutionWays<Boolean> IN_CHAINS =
            new ExecutionWays<>() {
                @Override
                public Boolean inAttempts(AttemptIsolation isolation) {
                    return false;
                }

                @Override
                public Boolean inChains() {
                    return true;
                }
            };

    /** The level at which transactions are isolated: that of the settings, or a higher one. */
    public static IsolationLevel level(IsolationLevel asked, ConcurrencyControl control) {
        return control == ConcurrencyControl.DETERMINISTIC ? IsolationLevel.PL4 : asked;
    }

    /** As below, with results that leave as soon as they are ready. */
    public static Regime of(
            IsolationLevel level, ConcurrencyControl control, Durability durability) {
        return of(level, control, durability, ResultOrder.AS_READY);
    }

    /**
     * The regime that the settings ask for.
     *
     * @param results in which order they leave; that of entry only where transactions are executed
     *     in it
     */
    public static Regime of(
            IsolationLevel level,
            ConcurrencyControl control,
            Durability durability,
            ResultOrder results) {
        Isolation isolation =
                switch (control) {
                    case LOCK_BASED -> new ByLocks();
                    case TIMESTAMP_BASED -> new ByTimestamps(level);
                    case DETERMINISTIC -> new ByChains();
                };
        boolean ordered = level(level, control) == IsolationLevel.PL4;
        return new Regime(
                ordered ? new ByPromise(results) : new AsItComes(), isolation, durability);
    }

    /** Whether transactions take effect in the order in which they enter. */
    public boolean keepsEntryOrder() {
        return !sequencing.mayRefuse();
    }

    /** Whether outcomes are logged. */
    public boolean isLogged() {
        return durability == Durability.LOG;
    }

    /**
     * Whether a recovery has to cut the logs of several coordinators at one id, because accesses do
     * not wait until what they see is logged.
     *
     * @param operators number of stateful operators
     */
    public boolean cutsLogs(int coordinators, int operators) {
        return isLogged() && coordinators > 1 && operators > 0 && isolation.execution(IN_CHAINS);
    }

    /**
     * Whether a transaction in flight often waits for something other than processors, so that more
     * of them should be in flight.
     */
    public boolean isWaiting() {
        return isLogged() || sequencing.promises();
    }

    /** Makes the place for what the transactions of one participant install. */
    public <K, V> InstalledVersions<K, V> versions(
            int coordinators, OperatorTraits operator, InstalledVersions.Installs<K, V> installs) {
        Shown shown = isolation.execution(new WhenShown(isLogged()));
        return new InstalledVersions<>(coordinators, isolation.versions(operator), shown, installs);
    }

    /** When what a participant has installed is shown to readers. */
    private record WhenShown(boolean logged) implements ExecutionWays<Shown> {
        /** With a log, if the participant decides alone (ADR 0024). */
        @Override
        public Shown inAttempts(AttemptIsolation isolation) {
            return logged ? Shown.WHEN_LOGGED : Shown.WHEN_INSTALLED;
        }

        /** What has its turn here may still have to come elsewhere. */
        @Override
        public Shown inChains() {
            return Shown.WHEN_DECIDED;
        }
    }

    /**
     * Makes the rules of one participant, if transactions are executed in attempts.
     *
     * <p>A tentative version is not seen before its attempt ends if a function may still write it.
     */
    public <K, V> ParticipantRules<K, V> rules(AttemptIsolation attempts, OperatorTraits operator) {
        Mechanism<K, V> mechanism = attempts.mechanism(operator);
        return new ParticipantRules<>(
                sequencing.mayRefuse() && mechanism.waitsForDecisions() && !operator.exchanges()
                        ? new Speculating<>(mechanism, Speculation.whileItPays())
                        : mechanism,
                attempts.versions(operator),
                durability);
    }

    /**
     * Makes what ends the attempts at one participant.
     *
     * <p>If the participant gives values to a function, the attempt goes on there.
     *
     * <p>An attempt that has all of its weight there, or about which all others have voted for the
     * commit, may be decided there if nothing is sent on. With a log, such decisions are reported
     * as durable up to a timestamp. So they must be made in timestamp order: elements must come
     * directly from the open operator, or run in the order of entry, and must not wait (ADR 0009,
     * ADR 0024).
     */
    public <S> S settlement(OperatorTraits operator, SettlementWays<S> ways) {
        if (operator.sendsOn() || operator.exchanges()) {
            return ways.byVotes();
        }
        if (isLogged()) {
            return operator.isReached() && !keepsEntryOrder() ? ways.byVotes() : ways.hereIfFree();
        }
        return ways.hereIfGranted();
    }

    /** Whether the numbers of transactions are asked for, see {@link #turns}. */
    public boolean numbersTransactions() {
        return sequencing.decidesInEntryOrder(durability);
    }

    /**
     * Makes the turns in which one coordinator decides.
     *
     * @param slots number of slots of the coordinator
     * @param numberOf gives the number of the transaction in a slot
     */
    public <P> DecisionTurns<P> turns(int slots, IntToLongFunction numberOf) {
        return sequencing.turns(durability, slots, numberOf);
    }
}
