/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a t-graph: which states feed which. States have numbers from 0; each is fed by the
 * input or by states with lower numbers, and those that feed none are leaves.
 *
 * @param name what the shape is called
 * @param states number of states
 * @param edges from where elements go to where, in this order
 */
public record Layout(String name, int states, List<Edge> edges) implements Serializable {
    /** Number of the input, as if it were a state. */
    public static final int INPUT = -1;

    /**
     * Elements go from one state, or from the input, to a state.
     *
     * @param sameKey whether the state is accessed with the same key, in the same operator
     */
    public record Edge(int from, int to, boolean sameKey) implements Serializable {
        public Edge(int from, int to) {
            this(from, to, false);
        }
    }

    public Layout {
        edges = List.copyOf(edges);
        for (Edge edge : edges) {
            if (edge.from >= edge.to || edge.to >= states) {
                throw new IllegalArgumentException("Cannot use edge: it leads back, edge=" + edge);
            }
        }
    }

    /** One state, in which each element has so many keys. */
    public static Layout oneState(int keysOfAnElement) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < keysOfAnElement; i++) {
            edges.add(new Edge(INPUT, 0));
        }
        return new Layout("one state, " + keysOfAnElement + " keys", 1, edges);
    }

    /** One state after the other. */
    public static Layout chain(int states) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < states; i++) {
            edges.add(new Edge(i - 1, i));
        }
        return new Layout("chain of " + states, states, edges);
    }

    /** One state beside the other. */
    public static Layout branches(int states) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < states; i++) {
            edges.add(new Edge(INPUT, i));
        }
        return new Layout(states + " branches", states, edges);
    }

    /** A state, two behind it, and one in which those two meet. */
    public static Layout diamond() {
        return new Layout(
                "diamond",
                4,
                List.of(new Edge(INPUT, 0), edge(0, 1), edge(0, 2), edge(1, 3), edge(2, 3)));
    }

    /** A short and a long way to the same state: through two states, through one, through none. */
    public static Layout branchesThatUnite() {
        return new Layout(
                "branches that unite",
                4,
                List.of(
                        edge(INPUT, 0),
                        edge(0, 1),
                        edge(INPUT, 2),
                        edge(1, 3),
                        edge(2, 3),
                        edge(INPUT, 3)));
    }

    /** Several states with one key. */
    public static Layout sameKey(int states) {
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < states; i++) {
            edges.add(new Edge(i - 1, i, i > 0));
        }
        return new Layout(states + " states of a key", states, edges);
    }

    /** Two states of one key, and behind them three of another one, to which a short way leads. */
    public static Layout sameKeysInAChain() {
        return new Layout(
                "states of two keys",
                5,
                List.of(
                        edge(INPUT, 0),
                        new Edge(0, 1, true),
                        edge(1, 2),
                        edge(INPUT, 2),
                        new Edge(2, 3, true),
                        new Edge(3, 4, true)));
    }

    /** States that only the input feeds, some with several keys, and behind one a second state. */
    public static Layout flat() {
        return new Layout(
                "flat",
                4,
                List.of(
                        edge(INPUT, 0),
                        edge(INPUT, 0),
                        edge(INPUT, 1),
                        edge(INPUT, 2),
                        edge(INPUT, 2),
                        edge(INPUT, 2),
                        new Edge(2, 3, true)));
    }

    /** Whether what a state emits goes on with the same key. */
    boolean keepsKey(int state) {
        return from(state).stream().anyMatch(Edge::sameKey);
    }

    /** The edges that leave a state, or the input. */
    List<Edge> from(int state) {
        return edges.stream().filter(edge -> edge.from == state).toList();
    }

    /** The edges that lead to a state. */
    List<Edge> to(int state) {
        return edges.stream().filter(edge -> edge.to == state).toList();
    }

    private static Edge edge(int from, int to) {
        return new Edge(from, to);
    }

    @Override
    public String toString() {
        return name;
    }
}
