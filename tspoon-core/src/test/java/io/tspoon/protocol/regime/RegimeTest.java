/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.regime;

import io.tspoon.protocol.access.Locking;
import io.tspoon.protocol.access.Mechanism;
import io.tspoon.protocol.access.ParticipantRules;
import io.tspoon.protocol.access.ParticipantRules.KeptVersions;
import io.tspoon.protocol.access.ReadCommitted;
import io.tspoon.protocol.access.Speculating;
import io.tspoon.protocol.access.TimestampOrdering;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class RegimeTest {
    private static final OperatorTraits WRITES =
            new OperatorTraits(false, false, false, false, false);
    private static final OperatorTraits ONLY_READS =
            new OperatorTraits(true, false, false, false, false);
    private static final OperatorTraits SHARES =
            new OperatorTraits(false, true, false, false, false);
    private static final OperatorTraits SENDS_ON =
            new OperatorTraits(false, false, true, false, false);
    private static final OperatorTraits IS_REACHED =
            new OperatorTraits(false, false, false, true, false);

    private static final OperatorTraits EXCHANGES =
            new OperatorTraits(false, false, false, false, true);

    /** A repeated attempt would come too late. */
    @ParameterizedTest
    @InAttempts
    void nobodySpeculatesInEntryOrder(ConcurrencyControl control) {
        assertThat(mechanism(IsolationLevel.PL3, control, WRITES)).isInstanceOf(Speculating.class);
        assertThat(mechanism(IsolationLevel.PL4, control, WRITES))
                .isExactlyInstanceOf(
                        control == ConcurrencyControl.LOCK_BASED
                                ? Locking.class
                                : TimestampOrdering.class);
    }

    /** With timestamps and below PL3, and not where an update writes what others have written. */
    @Test
    void updatesMayBeLostWhereTheLevelAllowsIt() {
        ConcurrencyControl control = ConcurrencyControl.TIMESTAMP_BASED;
        assertThat(mechanism(IsolationLevel.PL2, control, WRITES))
                .isInstanceOf(ReadCommitted.class);
        assertThat(mechanism(IsolationLevel.PL2, control, SHARES)).isInstanceOf(Speculating.class);
        assertThat(mechanism(IsolationLevel.PL1, ConcurrencyControl.LOCK_BASED, WRITES))
                .isInstanceOf(Speculating.class);
    }

    @Test
    void versionsAreKeptForWhoMayAskForThem() {
        assertThat(versions(IsolationLevel.PL3, WRITES)).isEqualTo(KeptVersions.NEWEST);
        assertThat(versions(IsolationLevel.PL3, ONLY_READS)).isEqualTo(KeptVersions.ALL_IN_USE);
        assertThat(versions(IsolationLevel.PL2, WRITES)).isEqualTo(KeptVersions.ALL_IN_USE);
        assertThat(versions(IsolationLevel.PL2, SHARES)).isEqualTo(KeptVersions.NEWEST);
        assertThat(rules(IsolationLevel.PL2, ConcurrencyControl.LOCK_BASED, ONLY_READS).kept())
                .isEqualTo(KeptVersions.NEWEST);
    }

    @ParameterizedTest
    @EnumSource
    void attemptsEndWhereNobodyElseHasAVote(Durability durability) {
        boolean logged = durability == Durability.LOG;
        assertThat(settlement(durability, WRITES)).isEqualTo(logged ? "if free" : "if granted");
        assertThat(settlement(durability, IS_REACHED)).isEqualTo(logged ? "votes" : "if granted");
        assertThat(settlement(durability, SENDS_ON)).isEqualTo("votes");
    }

    /** Its tentative versions are not what the function writes later. */
    @ParameterizedTest
    @InAttempts
    void nobodySpeculatesOnWhatAFunctionMayStillWrite(ConcurrencyControl control) {
        assertThat(mechanism(IsolationLevel.PL3, control, EXCHANGES))
                .isNotInstanceOf(Speculating.class);
    }

    @ParameterizedTest
    @EnumSource
    void attemptsGoOnWhereAFunctionGetsValues(Durability durability) {
        assertThat(settlement(durability, EXCHANGES)).isEqualTo("votes");
    }

    @Test
    void onlyALogInEntryOrderNeedsNumbers() {
        for (IsolationLevel level : IsolationLevel.values()) {
            assertThat(regime(level, Durability.CHECKPOINT).numbersTransactions()).isFalse();
            assertThat(regime(level, Durability.LOG).numbersTransactions())
                    .isEqualTo(level == IsolationLevel.PL4);
            assertThat(regime(level, Durability.CHECKPOINT).keepsEntryOrder())
                    .isEqualTo(level == IsolationLevel.PL4);
        }
    }

    private static Regime regime(IsolationLevel level, Durability durability) {
        return Regime.of(level, ConcurrencyControl.TIMESTAMP_BASED, durability);
    }

    private static ParticipantRules<String, String> rules(
            IsolationLevel level, ConcurrencyControl control, OperatorTraits operator) {
        return AttemptRules.of(Regime.of(level, control, Durability.CHECKPOINT), operator);
    }

    private static Mechanism<String, String> mechanism(
            IsolationLevel level, ConcurrencyControl control, OperatorTraits operator) {
        return rules(level, control, operator).mechanism();
    }

    private static KeptVersions versions(IsolationLevel level, OperatorTraits operator) {
        return rules(level, ConcurrencyControl.TIMESTAMP_BASED, operator).kept();
    }

    private static String settlement(Durability durability, OperatorTraits operator) {
        return regime(IsolationLevel.PL3, durability)
                .settlement(
                        operator,
                        new SettlementWays<>() {
                            @Override
                            public String byVotes() {
                                return "votes";
                            }

                            @Override
                            public String hereIfFree() {
                                return "if free";
                            }

                            @Override
                            public String hereIfGranted() {
                                return "if granted";
                            }
                        });
    }
}
