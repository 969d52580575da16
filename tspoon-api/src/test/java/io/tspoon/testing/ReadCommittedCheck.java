/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What PL2 promises of the results of a {@link Workload}, where lost updates are allowed: updates
 * are installed all or none, nobody reads what was never installed, and of all writes to a key the
 * one with the highest timestamp is there in the end.
 */
final class ReadCommittedCheck {
    private record Place(int state, long key) {}

    private final Map<Place, Set<Long>> installed = new HashMap<>();
    private final Map<Place, Long> last = new HashMap<>();

    private final String stateName;

    private ReadCommittedCheck(String stateName) {
        this.stateName = stateName;
    }

    /**
     * Checks all results.
     *
     * @param stateName what the states are called, before their number
     * @param audit key of the transaction that read everything in the end
     */
    static void of(List<TransactionResult<String>> results, String stateName, String audit) {
        ReadCommittedCheck check = new ReadCommittedCheck(stateName);
        List<TransactionResult<String>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        for (TransactionResult<String> result : ordered) {
            check.install(result);
        }
        for (TransactionResult<String> result : ordered) {
            check.checkReads(result);
            if (result.key().equals(audit)) {
                check.checkFinal(result);
            }
        }
    }

    private void install(TransactionResult<String> result) {
        if (result.isAborted()) {
            assertThat(result.reasons()).as("reasons of %s", result).isNotEmpty();
            assertThat(result.updates()).as("updates of %s", result).isEmpty();
            assertThat(result.emitted()).as("elements of %s", result).isEmpty();
            return;
        }
        Set<StateUpdate> written = new HashSet<>();
        for (Seen seen : accesses(result)) {
            if (seen.writes()) {
                Long value = seen.after() == Seen.NOTHING ? null : seen.after();
                written.add(new StateUpdate(stateName + seen.state(), seen.key(), value));
                Place place = new Place(seen.state(), seen.key());
                installed.computeIfAbsent(place, any -> new HashSet<>()).add(seen.after());
                last.put(place, seen.after());
            }
        }
        assertThat(result.updates())
                .as("updates of %s", result)
                .containsExactlyInAnyOrderElementsOf(written);
    }

    private void checkReads(TransactionResult<String> result) {
        for (Seen seen : accesses(result)) {
            if (seen.reads() && seen.before() != Seen.NOTHING) {
                assertThat(installed.getOrDefault(place(seen), Set.of()))
                        .as("values that were ever installed where %s was read", seen)
                        .contains(seen.before());
            }
        }
    }

    private void checkFinal(TransactionResult<String> audit) {
        Set<Place> read = new HashSet<>();
        for (Seen seen : accesses(audit)) {
            read.add(place(seen));
            assertThat(seen.before())
                    .as("final value at %s", place(seen))
                    .isEqualTo(last.getOrDefault(place(seen), Seen.NOTHING));
        }
        assertThat(read).containsAll(last.keySet());
    }

    private static Place place(Seen seen) {
        return new Place(seen.state(), seen.key());
    }

    /** The accesses of a transaction; elements that parted on their way share the first ones. */
    private static Set<Seen> accesses(TransactionResult<String> result) {
        Set<Seen> all = new HashSet<>();
        for (String trace : result.emitted()) {
            all.addAll(Seen.of(trace));
        }
        return all;
    }
}
