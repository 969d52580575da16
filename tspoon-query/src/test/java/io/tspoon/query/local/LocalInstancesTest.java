/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.json.JsonMapping;
import io.tspoon.read.CoordinatorStatus;
import io.tspoon.read.ReadableCoordinator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LocalInstancesTest {
    private final LocalInstances instances = new LocalInstances(JsonMapping.standard());

    @Test
    void successorTakesThePlaceOfACoordinator() {
        Coordinator ended = new Coordinator("bank", 0);
        Coordinator other = new Coordinator("bank", 1);
        Coordinator successor = new Coordinator("bank", 0);
        instances.add(ended);
        instances.add(other);
        instances.add(successor);
        assertThat(instances.coordinatorsOf("bank")).containsExactlyInAnyOrder(successor, other);
    }

    @Test
    void coordinatorThatGoesLateTakesNothingWithIt() {
        Coordinator before = new Coordinator("bank", 0);
        Coordinator successor = new Coordinator("bank", 0);
        instances.add(before);
        instances.add(successor);
        instances.remove(before);
        assertThat(instances.coordinatorsOf("bank")).containsExactly(successor);
        instances.remove(successor);
        assertThat(instances.coordinatorsOf("bank")).isEmpty();
    }

    @Test
    void coordinatorsOfOtherGraphsAreOthers() {
        Coordinator bank = new Coordinator("bank", 0);
        instances.add(bank);
        instances.add(new Coordinator("shop", 0));
        assertThat(instances.coordinatorsOf("bank")).containsExactly(bank);
    }

    private static final class Coordinator implements ReadableCoordinator {
        private final String graph;
        private final int index;

        Coordinator(String graph, int index) {
            this.graph = graph;
            this.index = index;
        }

        @Override
        public String graph() {
            return graph;
        }

        @Override
        public int index() {
            return index;
        }

        @Override
        public CoordinatorStatus status() {
            throw new UnsupportedOperationException("not asked for");
        }
    }
}
