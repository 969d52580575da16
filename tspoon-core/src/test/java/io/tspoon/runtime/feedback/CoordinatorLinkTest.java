/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CoordinatorLinkTest {
    private final CoordinatorLink link = CoordinatorLinks.open(8, () -> {});

    @Test
    void feedbackComesInItsOrder() {
        Feedback first = new Feedback.Greeted();
        Feedback second = new Feedback.Released(null, new int[] {3});
        link.send(first);
        link.send(second);

        assertThat(link.poll()).isSameAs(first);
        assertThat(link.poll()).isSameAs(second);
        assertThat(link.poll()).isNull();
        CoordinatorLinks.close(link);
    }

    /** Else what others tell a coordinator whose input has ended would be kept for ever. */
    @Test
    void nothingIsKeptForACoordinatorThatHasEnded() {
        link.send(new Feedback.Greeted());
        CoordinatorLinks.close(link);
        link.send(new Feedback.Greeted());

        assertThat(link.poll()).isNull();
    }
}
