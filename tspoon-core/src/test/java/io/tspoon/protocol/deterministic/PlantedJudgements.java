/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

/** Judgements that break one rule each. */
final class PlantedJudgements {
    private PlantedJudgements() {}

    /** Makes the judgement that has the fault, or a sound one. */
    static Judgement judgement(Plant plant, int participants, Notices notices) {
        return switch (plant) {
            case FORGETS_DECIDED ->
                    new Judgement(participants, notices) {
                        @Override
                        boolean isDoubted(News about) {
                            return false;
                        }
                    };
            case TAKES_HIGHEST_JUDGED ->
                    new Judgement(participants, notices) {
                        @Override
                        long judgedUpTo(long before, long now) {
                            return Math.max(before, now);
                        }
                    };
            case DECIDES_AT_FIRST_OBJECTION ->
                    new Judgement(participants, notices) {
                        @Override
                        boolean isAgreed(News about) {
                            return !about.objecting.isEmpty() || super.isAgreed(about);
                        }
                    };
            case IGNORES_LEFTOVER_NOTICES ->
                    new Judgement(participants, notices) {
                        @Override
                        boolean isAgreed(News about) {
                            return about.objecting.isEmpty() || super.isAgreed(about);
                        }
                    };
            case NOTICES_AFTER_DECISION ->
                    new Judgement(participants, notices) {
                        @Override
                        void close(News about) {}
                    };
            default -> new Judgement(participants, notices);
        };
    }
}
