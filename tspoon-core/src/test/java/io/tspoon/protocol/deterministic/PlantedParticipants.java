/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

/** Participants that break one rule each. */
final class PlantedParticipants {
    private PlantedParticipants() {}

    /** Makes the participant that has the fault, or a sound one. */
    static DeterministicParticipant<Integer, Long, SimulatedAccess> participant(
            Plant plant,
            int coordinators,
            AccessFunction<Long, SimulatedAccess> function,
            SpeculationDepth depth,
            int budget,
            Announcements<Integer, Long, SimulatedAccess> to) {
        return switch (plant) {
            case STOPS_JUDGING_AFTER_NOTICE, REPAIRS_ONE_STEP_ONLY, TAKES_EXCEPTION_FOR_ABORT ->
                    new DeterministicParticipant<>(coordinators, function, depth, budget, to) {
                        @Override
                        Judging<Integer, Long, SimulatedAccess> judging(
                                AccessFunction<Long, SimulatedAccess> runs) {
                            return faultyJudging(plant, runs, ring);
                        }
                    };
            case DROPS_EARLY_NOTICES ->
                    new DeterministicParticipant<>(coordinators, function, depth, budget, to) {
                        @Override
                        void keepNotice(long id, boolean abort) {}
                    };
            case TAKES_EVERYTHING_FOR_CERTAIN,
                    TAKES_OWN_WRITES_FOR_CERTAIN,
                    TAKES_CONDITIONAL_FOR_SOLID,
                    TAKES_SPECULATIVE_SOLE_FOR_SOLID ->
                    new DeterministicParticipant<>(coordinators, function, depth, budget, to) {
                        @Override
                        FirstRun<Integer, Long, SimulatedAccess> firstRun(
                                Judging<Integer, Long, SimulatedAccess> judging) {
                            return faultyFirstRun(plant, judging, to);
                        }
                    };
            case ANSWERS_NO_NOTICE ->
                    new DeterministicParticipant<>(coordinators, function, depth, budget, to) {
                        @Override
                        void answer(JudgedTransaction<Integer, Long, SimulatedAccess> changed) {
                            changed.toldAborted = changed.assumedAborted;
                            super.answer(changed);
                        }
                    };
            case WITHDRAWS_NOTHING ->
                    new DeterministicParticipant<>(coordinators, function, depth, budget, to) {
                        @Override
                        void answer(JudgedTransaction<Integer, Long, SimulatedAccess> changed) {
                            if (!changed.toldObjection || changed.failing > 0) {
                                super.answer(changed);
                            }
                        }
                    };
            default -> new DeterministicParticipant<>(coordinators, function, depth, budget, to);
        };
    }

    private static Judging<Integer, Long, SimulatedAccess> faultyJudging(
            Plant plant,
            AccessFunction<Long, SimulatedAccess> function,
            TransactionRing<Integer, Long, SimulatedAccess> ring) {
        return new Judging<>(function, ring) {
            private boolean marks = true;

            @Override
            int runAgain(JudgedTransaction<Integer, Long, SimulatedAccess> transaction)
                    throws Exception {
                marks = plant != Plant.REPAIRS_ONE_STEP_ONLY;
                boolean stops = plant == Plant.STOPS_JUDGING_AFTER_NOTICE;
                return stops && transaction.assumedAborted ? 0 : super.runAgain(transaction);
            }

            @Override
            void revalue(JudgedTransaction<Integer, Long, SimulatedAccess> transaction) {
                super.revalue(transaction);
                marks = true;
            }

            @Override
            void markNext(ChainEntry<Integer, Long, SimulatedAccess> entry) {
                if (marks) {
                    super.markNext(entry);
                }
            }

            @Override
            void failed(ChainEntry<Integer, Long, SimulatedAccess> entry, Exception exception)
                    throws Exception {
                if (plant == Plant.TAKES_EXCEPTION_FOR_ABORT && entry.mayFail) {
                    entry.own = entry.seen();
                    entry.fails = true;
                    entry.transaction.failing++;
                    entry.access.failed = true;
                } else {
                    super.failed(entry, exception);
                }
            }
        };
    }

    private static FirstRun<Integer, Long, SimulatedAccess> faultyFirstRun(
            Plant plant,
            Judging<Integer, Long, SimulatedAccess> judging,
            Announcements<Integer, Long, SimulatedAccess> to) {
        return new FirstRun<>(judging, to) {
            @Override
            boolean isCertain(ChainEntry<Integer, Long, SimulatedAccess> entry) {
                return plant == Plant.TAKES_EVERYTHING_FOR_CERTAIN
                        || (plant == Plant.TAKES_OWN_WRITES_FOR_CERTAIN && entry.isBehindOwn())
                        || super.isCertain(entry);
            }

            @Override
            boolean mayMarkSolid(JudgedTransaction<Integer, Long, SimulatedAccess> transaction) {
                return switch (plant) {
                    case TAKES_CONDITIONAL_FOR_SOLID ->
                            transaction.isConditional() || super.mayMarkSolid(transaction);
                    case TAKES_SPECULATIVE_SOLE_FOR_SOLID -> !transaction.isConditional();
                    default -> super.mayMarkSolid(transaction);
                };
            }
        };
    }
}
