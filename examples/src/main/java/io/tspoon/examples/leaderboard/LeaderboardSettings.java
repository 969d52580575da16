/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.messages.MessageSettings;

import java.util.List;

/**
 * What the job does.
 *
 * @param messages where votes come from
 * @param program how votes are counted
 * @param contestants names of the contestants
 * @param phones number of phones from which generated votes come
 * @param removeEvery number of votes after which the last contestant is removed, each time
 */
record LeaderboardSettings(
        MessageSettings messages,
        Program program,
        List<String> contestants,
        long phones,
        long removeEvery) {
    VoteGenerator generator() {
        return new VoteGenerator(contestants, phones, messages.seed());
    }
}
