/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The standing of the show: the value of a single key, which every vote changes. Immutable. Change
 * here how votes are counted and what the board shows.
 *
 * @param contestants all contestants, including those who were removed
 * @param counted votes counted so far
 * @param recent contestants of the last votes, at most {@link #WINDOW}, the latest last; empty
 *     where the program has a window of its own for them
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

    /**
     * The show after one more vote for a contestant who is still in; after every so many, without
     * the last contestant.
     */
    Show count(String name, long removeEvery) {
        List<Contestant> next = new ArrayList<>(contestants);
        next.replaceAll(
                contestant ->
                        contestant.name().equals(name) ? contestant.withOneMore() : contestant);
        Show show = new Show(next, counted + 1, recent);
        return show.counted % removeEvery == 0 ? show.removeLast() : show;
    }

    /** The show with one more vote among the last ones. */
    Show remember(String name) {
        int first = Math.max(0, recent.size() + 1 - WINDOW);
        List<String> window = new ArrayList<>(recent.subList(first, recent.size()));
        window.add(name);
        return new Show(contestants, counted, window);
    }

    /** The show without the last contestant of the ranking; unchanged if only one is left. */
    private Show removeLast() {
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

    /**
     * The board after a vote for a contestant.
     *
     * @param last contestants of the last votes
     */
    Board board(String votedFor, List<String> last) {
        List<Contestant> ranking = in();
        List<Contestant> reversed = new ArrayList<>(ranking);
        Collections.reverse(reversed);
        // Never matches contestants who are still in (0), because at least one vote has been
        // counted.
        String removed =
                contestants.stream()
                        .filter(contestant -> contestant.removedAt() == counted)
                        .map(Contestant::name)
                        .findAny()
                        .orElse("");
        return new Board(
                votedFor,
                counted,
                standings(ranking),
                standings(reversed),
                trending(last),
                removed);
    }

    /** The contestants who are still in, the best first. */
    List<Contestant> in() {
        return contestants.stream().filter(Contestant::isIn).sorted(Contestant.RANKING).toList();
    }

    private static List<Standing> standings(List<Contestant> ranking) {
        return ranking.stream()
                .limit(BOARD)
                .map(contestant -> new Standing(contestant.name(), contestant.votes()))
                .toList();
    }

    private List<Standing> trending(List<String> last) {
        Map<String, Long> votes = new TreeMap<>();
        last.forEach(name -> votes.merge(name, 1L, Long::sum));
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
