/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.directory;

import io.tspoon.read.JobLayout;

import org.apache.flink.runtime.operators.coordination.CoordinatorStoreImpl;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobStatesTest {
    /** Flink creates operators as their inputs come, and those of t-graphs in turns. */
    @Test
    void statesAreInTheOrderOfTheProgram() {
        JobStates states = JobStates.of(new CoordinatorStoreImpl());
        add(states, "bank", 2, "limit");
        add(states, "shop", 0, "stock");
        add(states, "bank", 0, "balance");
        add(states, "bank", 0, "book");
        add(states, "shop", 1, "order");
        add(states, "bank", 1, "account");

        assertThat(states.layout().states())
                .filteredOn(state -> state.graph().equals("bank"))
                .extracting(JobLayout.State::state)
                .containsExactly("balance", "book", "account", "limit");
        assertThat(states.layout().states())
                .filteredOn(state -> state.graph().equals("shop"))
                .extracting(JobLayout.State::state)
                .containsExactly("stock", "order");
    }

    private static void add(JobStates states, String graph, int operator, String state) {
        states.add(new JobStates.Entry(graph, operator, state, () -> 1));
    }
}
