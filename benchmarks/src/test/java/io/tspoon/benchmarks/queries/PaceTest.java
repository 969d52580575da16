/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.queries;

import io.tspoon.benchmarks.harness.BenchmarkException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PaceTest {
    private static final Pace PACE = new Pace(1_000);

    @Test
    void lateByHalfASecondOrATwentiethIsGood() {
        assertThatCode(() -> PACE.check("job", 1_501, 2)).doesNotThrowAnyException();
        assertThatCode(() -> PACE.check("job", 19_001, 20)).doesNotThrowAnyException();
    }

    @Test
    void transfersThatReadersStarveAreAnError() {
        assertThatThrownBy(() -> PACE.check("job", 1_499, 2))
                .isInstanceOf(BenchmarkException.class)
                .hasMessage(
                        "Cannot trust job: transfers did not keep pace with readers, results=1499,"
                                + " due=2000");
        assertThatThrownBy(() -> PACE.check("job", 18_999, 20))
                .isInstanceOf(BenchmarkException.class);
    }
}
