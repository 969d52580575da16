/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OpenRequestsTest {
    private final OpenRequests requests = new OpenRequests(2);

    @Test
    void judgedStaysBelowTheLowestOpenRequest() {
        OpenRequests.Part first = requests.opened(10);
        OpenRequests.Part second = requests.opened(20);
        requests.arrived(30);
        assertThat(requests.judged()).isEqualTo(9);

        requests.closed(second);
        assertThat(requests.judged()).as("the first is still open").isEqualTo(9);
        assertThat(requests.size()).isEqualTo(2);

        requests.closed(first);
        assertThat(requests.judged()).isEqualTo(30);
        assertThat(requests.isEmpty()).isTrue();
    }

    @Test
    void transactionIsOverWithTheLastOfItsRequests() {
        OpenRequests.Part part = requests.opened(10);
        assertThat(requests.opened(10)).isSameAs(part);
        requests.arrived(10);
        requests.closed(part);
        assertThat(requests.judged()).isEqualTo(9);
        assertThat(requests.size()).isEqualTo(1);

        requests.closed(part);
        assertThat(requests.judged()).isEqualTo(10);
    }

    /** Its first key was only read, and nothing else was open then. */
    @Test
    void transactionMayOpenAgainBeforeItHasArrived() {
        requests.closed(requests.opened(10));
        OpenRequests.Part part = requests.opened(10);
        requests.arrived(15);

        assertThat(requests.judged()).isEqualTo(9);
        requests.closed(part);
        assertThat(requests.judged()).isEqualTo(15);
    }

    @Test
    void nothingIsSettledThatIsNotJudgedHereAndFinalEverywhere() {
        OpenRequests.Part part = requests.opened(10);
        requests.finalUpTo(0, 40);
        requests.finalUpTo(1, 30);
        requests.arrived(50);
        assertThat(requests.settled()).isEqualTo(9);

        requests.closed(part);
        requests.arrived(50);
        assertThat(requests.settled()).isEqualTo(30);
        requests.finalUpTo(1, DeterministicParticipant.LEFT);
        requests.arrived(50);
        assertThat(requests.settled()).isEqualTo(40);
    }

    @Test
    void nothingIsSettledBeforeAllHaveSpoken() {
        requests.finalUpTo(0, 40);
        requests.arrived(50);

        assertThat(requests.settled()).isEqualTo(Timestamps.NONE);
        assertThat(requests.judged()).isEqualTo(50);
    }

    @Test
    void requestsThatComeTooLateAreRefused() {
        requests.opened(20);
        assertThatThrownBy(() -> requests.opened(10))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("[TSP-2532]")
                .hasMessageContaining("transaction=10");

        requests.arrived(30);
        assertThatThrownBy(() -> requests.opened(30))
                .hasMessageContaining("transaction=30, arrived=30");
    }
}
