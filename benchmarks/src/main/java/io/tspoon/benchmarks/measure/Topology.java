/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import java.io.Serializable;

/**
 * How often a transfer is applied, and how the states are arranged: each of them holds a balance
 * for each account and sees both halves of each transfer.
 *
 * @param arrangement of the states
 * @param states number of stateful operators
 */
public record Topology(Arrangement arrangement, int states) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The bank: one state. */
    public static final Topology ONE_STATE = new Topology(Arrangement.CHAIN, 1);

    /** Where the states stand to each other, and what is one transaction. */
    public enum Arrangement {
        /** One after the other, all in one transaction. */
        CHAIN,
        /** One after the other with the same key, all in one transaction. */
        SAME_KEY,
        /** One after the other, a transaction each: the next begins when this one has committed. */
        CHAIN_OF_GRAPHS,
        /** Side by side, all in one transaction. */
        PARALLEL,
        /** Side by side, a transaction each. */
        PARALLEL_GRAPHS
    }

    public Topology {
        if (states < 1) {
            throw new IllegalArgumentException(
                    "Cannot arrange states: there must be at least one, states=" + states);
        }
    }

    /** Whether all states are in one t-graph. */
    public boolean isOneGraph() {
        return arrangement == Arrangement.CHAIN
                || arrangement == Arrangement.SAME_KEY
                || arrangement == Arrangement.PARALLEL;
    }

    /** Whether states stand side by side. */
    public boolean isParallel() {
        return arrangement == Arrangement.PARALLEL || arrangement == Arrangement.PARALLEL_GRAPHS;
    }

    /** Whether states stand one after the other without the network in between. */
    public boolean keepsKey() {
        return arrangement == Arrangement.SAME_KEY;
    }

    /** Number of t-graphs. */
    public int graphs() {
        return isOneGraph() ? 1 : states;
    }

    /** Number of states in each t-graph. */
    public int statesOfGraph() {
        return isOneGraph() ? states : 1;
    }

    /** Name of a state, counted from 0. */
    public static String stateName(int index) {
        return index == 0 ? "balance" : "balance" + (index + 1);
    }
}
