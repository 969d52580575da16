/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * One rule of ADR 0033, broken on purpose. {@link PlantedFaultsTest} sees each of them found. The
 * first ones are classes of {@link PlantedParticipants} and {@link PlantedJudgements}; the last
 * ones are switches where the simulated operators keep the rule.
 */
enum Plant {
    /** Every rule is kept. */
    NONE,

    // participants
    STOPS_JUDGING_AFTER_NOTICE,
    DROPS_EARLY_NOTICES,
    REPAIRS_ONE_STEP_ONLY,
    TAKES_EXCEPTION_FOR_ABORT,
    TAKES_EVERYTHING_FOR_CERTAIN,
    TAKES_OWN_WRITES_FOR_CERTAIN,
    TAKES_CONDITIONAL_FOR_SOLID,
    TAKES_SPECULATIVE_SOLE_FOR_SOLID,
    ANSWERS_NO_NOTICE,
    WITHDRAWS_NOTHING,

    // closes
    FORGETS_DECIDED(SimulationShape::longAndHot),
    TAKES_HIGHEST_JUDGED(SimulationShape::longAndHot),
    DECIDES_AT_FIRST_OBJECTION,
    IGNORES_LEFTOVER_NOTICES(SimulationShape::longAndHot),
    NOTICES_AFTER_DECISION(SimulationShape::longAndHot),

    // drivers
    FINAL_BEFORE_NOTICES,
    RUNS_BEFORE_PROMISES,
    JOINS_BELOW_ANSWERS,
    JUDGED_IN_SPITE_OF_REPAIR(SimulationShape::longAndHot);

    private final Function<SplittableRandom, SimulationShape> shapes;

    Plant() {
        this(SimulationShape::random);
    }

    Plant(Function<SplittableRandom, SimulationShape> shapes) {
        this.shapes = shapes;
    }

    /** Draws a run in which the fault may matter. */
    SimulationShape shape(SplittableRandom random) {
        return shapes.apply(random);
    }
}
