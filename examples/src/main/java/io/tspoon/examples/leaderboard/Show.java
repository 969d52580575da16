/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the show stands: the value of one key, changed by every vote. Immutable.
 *
 * @param contestants all of them, those that were removed, too
 * @param counted votes that have been counted
 * @param recent whom the last votes were for, at most {@link #WINDOW}, the latest last
 */
public record Show(List<Contestant> contestants, long counted, List<String> recent) {
    static final int WINDOW = 100;

    private static final int BOARD = 3;

    /** The show before the first vote. */
    static Show of(List<String> names) {
        return new Show(
                names.stream().map(name -> new Contestant(name, 0, 0)).toList(), 0, List.of());
    }

    boolean knows(String name) {
        return contestants.stream().anyMatch(contestant -> contestant.name().equals(name));
    }

    boolean hasIn(String name) {
        return contestants.stream()
                .anyMatch(contestant -> contestant.isIn() && contestant.name().equals(name));
    }

    /** The show after one more vote for somebody who is in. */
    Show count(String name) {
        List<Contestant> next = new ArrayList<>(contestants);
        next.replaceAll(
                contestant ->
                        contestant.name().equals(name) ? contestant.withOneMore() : contestant);
        int first = Math.max(0, recent.size() + 1 - WINDOW);
        List<String> window = new ArrayList<>(recent.subList(first, recent.size()));
        window.add(name);
        return new Show(next, counted + 1, window);
    }

    /** The show without the last of the ranking; the same if there is only one left. */
    Show removeLast() {
        List<Contestant> ranking = in();
        if (ranking.size() < 2) {
            return this;
        }
        Contestant last = ranking.get(ranking.size() - 1);
        List<Contestant> next = new ArrayList<>(contestants);
        next.replaceAll(
                contestant -> contestant.equals(last) ? contestant.removed(counted) : contestant);
        return new Show(next, counted, recent);
    }

    /** The boards after a vote for somebody. */
    Board board(String votedFor) {
        List<Contestant> ranking = in();
        List<Contestant> reversed = new ArrayList<>(ranking);
        Collections.reverse(reversed);
        // Nobody is removed before the first vote, so 0 cannot be meant.
        String removed =
                contestants.stream()
                        .filter(contestant -> contestant.removedAt() == counted)
                        .map(Contestant::name)
                        .findAny()
                        .orElse("");
        return new Board(
                votedFor, counted, standings(ranking), standings(reversed), trending(), removed);
    }

    /** Those who are in, the best first. */
    List<Contestant> in() {
        return contestants.stream().filter(Contestant::isIn).sorted(Contestant.RANKING).toList();
    }

    private static List<Standing> standings(List<Contestant> ranking) {
        return ranking.stream()
                .limit(BOARD)
                .map(contestant -> new Standing(contestant.name(), contestant.votes()))
                .toList();
    }

    private List<Standing> trending() {
        Map<String, Long> votes = new TreeMap<>();
        recent.forEach(name -> votes.merge(name, 1L, Long::sum));
        votes.keySet().removeIf(name -> !hasIn(name));
        return votes.entrySet().stream()
                .map(entry -> new Standing(entry.getKey(), entry.getValue()))
                .sorted(
                        Comparator.comparingLong(Standing::votes)
                                .reversed()
                                .thenComparing(Standing::contestant))
                .limit(BOARD)
                .toList();
    }
}
