/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.calls;

import io.tspoon.benchmarks.bank.Load;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.measure.Mix;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CallCheckTest {
    private static final Load LOAD = Load.saturated(10, Mix.TRANSFERS, 1);
    private static final String RIGHT =
            "{'key':'0','outcome':'COMMITTED','durable':false,'repeated':false,'emitted':[1,2]}";

    @Test
    void outcomeOfTheCallIsRight() {
        assertThatCode(() -> check(1, RIGHT)).doesNotThrowAnyException();
        assertThatCode(() -> check(1, RIGHT.replace("COMMITTED", "ABORTED").replace("1,2", "")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "|'0'|, |'7'|, another key than 0",
                "COMMITTED, RETRIED, no outcome",
                "|'repeated':false|, |'repeated':true|, it is said to be repeated",
                "|'durable':false|, |'durable':true|, durable or not",
                "|[1,2]|, [1], not two balances"
            })
    void anythingElseIsNot(String said, String otherwise, String problem) {
        assertThatThrownBy(() -> check(1, RIGHT.replace(said, otherwise)))
                .isInstanceOf(BenchmarkException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void eachCallOfABodyHasItsOwnAnswer() {
        String second = RIGHT.replace("'0'", "'1'");

        assertThatCode(() -> check(2, "{'answers':[" + RIGHT + "," + second + "]}"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> check(2, "{'answers':[" + RIGHT + "]}"))
                .hasMessageContaining("not one answer for each call");
        assertThatThrownBy(() -> check(2, "{'answers':[" + second + "," + RIGHT + "]}"))
                .hasMessageContaining("another key than 0");
    }

    @Test
    void whatIsSentIsWhatMoves() {
        CalledTransfers calls = new CalledTransfers("localhost", 3, LOAD);

        calls.get();

        assertThat(calls.sent()).isEqualTo(3);
        long sum = 0;
        long moves = 0;
        for (int account = 0; account < LOAD.accounts(); account++) {
            sum += calls.moved(account);
            moves += calls.moved(account) == 0 ? 0 : 1;
        }
        assertThat(sum).isZero();
        assertThat(moves).isPositive();
    }

    private static void check(int each, String answer) {
        String request = new CalledTransfers("localhost", each, LOAD).get();
        new CallCheck(false).check(request, answer.replace('\'', '"'));
    }
}
