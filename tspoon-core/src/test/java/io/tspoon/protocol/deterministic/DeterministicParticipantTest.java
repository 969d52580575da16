/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.transaction.AccessMode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The rules of ADR 0033 at a participant, one by one. */
class DeterministicParticipantTest {
    /** Adds to a balance, which must not be negative. */
    private record Movement(String name, long amount) {}

    private final List<String> said = new ArrayList<>();
    private final KeyChain<String, Long, Movement> alice = new HeapChain<>("alice", 10L);
    private final KeyChain<String, Long, Movement> bob = new HeapChain<>("bob", 10L);
    private int runs;
    private final DeterministicParticipant<String, Long, Movement> participant =
            new DeterministicParticipant<>(1, this::run, SpeculationDepth.of(2), new Noted());

    private void run(Movement movement, Long below, boolean own, Effect<Long> effect)
            throws Exception {
        runs++;
        long before = below == null ? 0 : below;
        if (movement.amount() == 0) {
            throw new Exception("no movement of " + movement.name() + " on " + before);
        }
        effect.write(before + movement.amount());
        if (before + movement.amount() < 0) {
            effect.fail();
        }
    }

    private void part(long id, int instances, KeyChain<String, Long, Movement> key, long... amounts)
            throws Exception {
        participant.begin(id, 0, 0, instances);
        int last = amounts.length - 1;
        for (int i = 0; i < last; i++) {
            participant.access(
                    key, AccessMode.UPDATE, amounts[i] < 0, new Movement("T" + id, amounts[i]));
        }
        participant.lastAccess(
                key, AccessMode.UPDATE, amounts[last] < 0, new Movement("T" + id, amounts[last]));
        participant.arrived(id);
    }

    private void finalUpTo(long id) throws Exception {
        participant.finalUpTo(0, id);
        participant.repair();
    }

    @Test
    void whatCannotFailIsOverInOnePass() throws Exception {
        part(1, 0, alice, 5);

        assertThat(said).containsExactly("T1 certain");
        assertThat(alice.installed()).isEqualTo(15);
        assertThat(participant.unsettled()).isZero();
    }

    @Test
    void soleTransactionThatFailsChangesNothing() throws Exception {
        part(1, 0, alice, 5, -20);

        assertThat(said).containsExactly("T1 certain", "T1 certain against");
        assertThat(alice.installed()).isEqualTo(10);
        assertThat(alice.isFree()).isTrue();
    }

    @Test
    void laterAccessSeesWhatItsTransactionWrote() throws Exception {
        part(1, 0, alice, 5, -12);

        assertThat(alice.installed()).isEqualTo(3);
    }

    @Test
    void conditionalPartIsReportedAtOnceAndInstalledWhenItIsFinal() throws Exception {
        part(1, 2, alice, -5);

        assertThat(said).containsExactly("T1 certain");
        assertThat(alice.installed()).isEqualTo(10);

        finalUpTo(1);

        assertThat(alice.installed()).isEqualTo(5);
        assertThat(alice.isFree()).isTrue();
        assertThat(said).hasSize(1);
    }

    @Test
    void whatRestsOnAConditionalPartIsReportedWhenItIsSettled() throws Exception {
        part(1, 2, alice, -5);
        part(2, 0, alice, 1);

        assertThat(said).containsExactly("T1 certain");

        finalUpTo(2);

        assertThat(said).containsExactly("T1 certain", "T2 settled");
        assertThat(alice.installed()).isEqualTo(6);
    }

    @Test
    void noticeIsRepairedInPlace() throws Exception {
        part(1, 2, alice, -8);
        part(2, 2, alice, -5);
        assertThat(said).containsExactly("T1 certain", "T2 objects");

        participant.notice(1, true);
        assertThat(participant.judged()).as("not while there is more to repair").isZero();
        participant.repair();

        assertThat(participant.judged()).isEqualTo(2);
        assertThat(said)
                .containsExactly("T1 certain", "T2 objects", "T1 applied abort", "T2 withdraws");
        finalUpTo(2);
        assertThat(alice.installed()).isEqualTo(5);
    }

    @Test
    void repairEndsWhereValuesAreTheSame() throws Exception {
        part(1, 2, alice, -8);
        part(2, 2, alice, -5);
        participant.notice(2, true);
        participant.repair();
        int before = runs;

        participant.notice(2, false);
        participant.repair();

        assertThat(runs).as("it fails here anyway").isEqualTo(before);
    }

    @Test
    void noticeMayComeBeforeItsTransaction() throws Exception {
        participant.notice(1, true);
        part(1, 2, alice, 5);

        assertThat(said).containsExactly("T1 certain", "T1 applied abort");
        finalUpTo(1);
        assertThat(alice.installed()).isEqualTo(10);
        assertThat(participant.isIdle()).isTrue();
    }

    @Test
    void noticeForWhatIsSettledIsIgnored() throws Exception {
        part(1, 2, alice, 5);
        finalUpTo(1);

        participant.notice(1, true);

        assertThat(participant.mustRepair()).isFalse();
    }

    @Test
    void noticeForWhatIsNotHereIsRefused() throws Exception {
        part(2, 2, alice, 5);

        assertThatThrownBy(() -> participant.notice(1, true))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("transaction=1");
    }

    @Test
    void depthBoundsWhatMayChange() throws Exception {
        part(1, 2, alice, 1);
        part(2, 2, bob, 1);
        assertThat(participant.mayBegin()).as("certain ones do not count").isTrue();
        part(3, 2, alice, 1);
        part(4, 2, alice, 1);

        assertThat(participant.mayBegin()).isFalse();

        finalUpTo(3);
        assertThat(participant.mayBegin()).isTrue();
    }

    @Test
    void exceptionOnWhatMayChangeHoldsBackUntilItIsFinal() throws Exception {
        part(1, 2, alice, 1);
        part(2, 2, alice, 0);

        assertThat(participant.judged()).isEqualTo(1);
        assertThat(said).as("no objection").containsExactly("T1 certain");
        assertThatThrownBy(() -> finalUpTo(1)).hasMessage("no movement of T2 on 11");
    }

    /** Its coordinator may decide by it, and must be able to tell the others. */
    @Test
    void exceptionDoesNotHideAFailure() throws Exception {
        part(1, 2, alice, 1);
        participant.begin(2, 0, 0, 2);
        participant.access(bob, AccessMode.UPDATE, true, new Movement("T2", -20));
        participant.lastAccess(alice, AccessMode.UPDATE, true, new Movement("T2", 0));
        participant.arrived(2);

        assertThat(said).containsExactly("T1 certain", "T2 certain against", "T2 objects");
        assertThat(participant.judged()).isEqualTo(1);
    }

    @Test
    void exceptionOnAFinalValueFailsAtOnce() {
        assertThatThrownBy(() -> part(1, 2, alice, 0)).hasMessage("no movement of T1 on 10");
    }

    @Test
    void failureThatWasNotDeclaredFailsTheJob() throws Exception {
        participant.begin(1, 0, 0, 0);
        Movement movement = new Movement("T1", -20);

        assertThatThrownBy(() -> participant.lastAccess(alice, AccessMode.UPDATE, false, movement))
                .isInstanceOf(UndeclaredFailureException.class)
                .hasMessageContaining(
                        "never to fail, Movement[name=T1, amount=-20], transaction=1");
    }

    @Test
    void repairMakesAPauseAndHoldsBackWhatIsLeft() throws Exception {
        DeterministicParticipant<String, Long, Movement> deep =
                new DeterministicParticipant<>(
                        1, this::run, SpeculationDepth.of(1000), new Noted());
        for (long id = 1; id <= 600; id++) {
            deep.begin(id, 0, 0, 2);
            deep.lastAccess(alice, AccessMode.UPDATE, false, new Movement("T" + id, 1));
        }
        deep.arrived(600);
        deep.notice(1, true);

        assertThat(deep.repair()).isTrue();
        assertThat(deep.mayBegin()).isFalse();
        assertThat(deep.judged()).isBetween(1L, (long) DeterministicParticipant.REPAIR_BUDGET);
        assertThat(deep.repair()).isTrue();
        while (deep.repair()) {
            assertThat(deep.judged()).isLessThan(600);
        }
        assertThat(deep.judged()).isEqualTo(600);
    }

    @Test
    void finalsDoNotGoBack() throws Exception {
        participant.finalUpTo(0, 5);

        assertThatThrownBy(() -> participant.finalUpTo(0, 4)).isInstanceOf(ProtocolException.class);
    }

    private final class Noted implements Announcements<String, Long, Movement> {
        @Override
        public void certain(long id, int coordinator, Movement access, boolean fails) {
            said.add("T" + id + " certain" + (fails ? " against" : ""));
        }

        @Override
        public void settled(long id, int coordinator, Movement access, boolean aborted) {
            said.add("T" + id + " settled" + (aborted ? " aborted" : ""));
        }

        @Override
        public void objects(long id, int coordinator, int slot, int instances) {
            said.add("T" + id + " objects");
        }

        @Override
        public void withdraws(long id) {
            said.add("T" + id + " withdraws");
        }

        @Override
        public void applied(long id, boolean abort) {
            said.add("T" + id + " applied " + (abort ? "abort" : "commit"));
        }
    }
}
