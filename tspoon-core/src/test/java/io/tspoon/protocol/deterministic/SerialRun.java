/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Executes all transactions one by one in the order of ids, and compares what each access has seen
 * and written, each outcome, and the final values. Aborted ones count: an abort is an answer, too.
 */
final class SerialRun {
    private record Place(int participant, int key) {}

    private final SimulatedLoad load;
    private final Map<Place, @Nullable Long> values = new HashMap<>();
    private final Effect<Long> effect = new Effect<>();

    SerialRun(SimulatedLoad load) {
        this.load = load;
    }

    /**
     * Compares a run.
     *
     * @param failed the transaction that has failed the job; null if the run has ended
     */
    void judge(
            List<SimulatedTransaction> transactions,
            List<ParticipantNode> participants,
            @Nullable SimulatedTransaction failed) {
        List<SimulatedTransaction> sent =
                transactions.stream()
                        .filter(transaction -> transaction.id > 0)
                        .sorted(Comparator.comparingLong(transaction -> transaction.id))
                        .toList();
        for (SimulatedTransaction transaction : sent) {
            if (!replay(transaction)) {
                check(failed != null, "run goes on behind a function that fails", transaction);
                check(transaction.results == 0, "result of what has failed", transaction);
                check(transaction.id <= failed.id, "run fails too early", failed);
                return;
            }
        }
        check(failed == null, "run fails, the serial one does not", failed);
        values.forEach((place, value) -> compare(place, value, participants));
    }

    private static void compare(
            Place place, @Nullable Long value, List<ParticipantNode> participants) {
        Long seen = participants.get(place.participant()).value(place.key());
        check(
                Objects.equals(value, seen),
                "final value, serial=" + value + ", seen=" + seen,
                place);
    }

    /** Gives false if a function fails. */
    private boolean replay(SimulatedTransaction transaction) {
        Map<Place, @Nullable Long> own = new HashMap<>();
        Set<Place> failed = new HashSet<>();
        List<ChainJournal.Report> serial = new ArrayList<>();
        boolean aborts = false;
        for (SimulatedAccess access : transaction.accesses) {
            ChainJournal.Report before = ChainJournal.Report.of(access);
            int runs = access.runs;
            try {
                serial.add(run(access, own, failed));
            } catch (SimulatedLoad.FunctionException e) {
                return false;
            }
            aborts |= access.failed;
            access.runs = runs;
            restore(access, before);
        }
        if (transaction.results > 0) {
            check(transaction.aborted == aborts, "outcome, serial=" + aborts, transaction);
            for (int i = 0; i < serial.size(); i++) {
                SimulatedAccess access = transaction.accesses.get(i);
                ChainJournal.Report seen = ChainJournal.Report.of(access);
                check(serial.get(i).equals(seen), "access, serial=" + serial.get(i), access);
            }
        }
        if (!aborts) {
            values.putAll(own);
        }
        return true;
    }

    private ChainJournal.Report run(
            SimulatedAccess access, Map<Place, @Nullable Long> own, Set<Place> failed)
            throws SimulatedLoad.FunctionException {
        Place place = new Place(access.participant, access.key);
        if (failed.contains(place)) {
            load.skip(access);
            return ChainJournal.Report.of(access);
        }
        Long value = own.containsKey(place) ? own.get(place) : values.get(place);
        boolean seesOwn = own.containsKey(place);
        Long below = access.mode.reads() || seesOwn ? value : null;
        effect.begin();
        load.run(access, below, seesOwn, effect);
        if (access.failed) {
            failed.add(place);
        } else if (effect.isWritten()) {
            own.put(place, effect.after(below));
        }
        return ChainJournal.Report.of(access);
    }

    private static void restore(SimulatedAccess access, ChainJournal.Report report) {
        access.seen = report.seen();
        access.after = report.after();
        access.failed = report.failed();
    }

    private static void check(boolean holds, String breach, @Nullable Object where) {
        if (!holds) {
            throw new AssertionError("Run differs from serial order: " + breach + ", in " + where);
        }
    }
}
