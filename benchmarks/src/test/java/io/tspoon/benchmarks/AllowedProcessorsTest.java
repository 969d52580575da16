/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AllowedProcessorsTest {
    @Test
    void firstOnesNeedNotBeginWithZeroNorFollowEachOther() {
        AllowedProcessors processors = new AllowedProcessors("2-3,8,10-11");

        assertThat(processors.first(1)).isEqualTo("2");
        assertThat(processors.first(4)).isEqualTo("2,3,8,10");
    }

    @Test
    void thisProcessHasSome() throws Exception {
        assertThat(AllowedProcessors.ofThisProcess().first(1)).matches("\\d+");
    }
}
