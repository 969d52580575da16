/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LoggedElement;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class TransactionJsonTest {
    @Test
    void timeAndInputAreShownIfTheyAreLogged() throws IOException {
        assertThat(json(77, "pay 7".getBytes(UTF_8)))
                .contains("\"time\":77")
                .contains("\"input\":\"7061792037\",\"inputText\":\"pay 7\"");
        assertThat(json(LoggedTransaction.NO_TIME, null)).doesNotContain("time", "input");
    }

    @Test
    void rejectedElementOfABatchSaysWhy() throws IOException {
        AbortReason reason = new AbortReason(AbortReason.Kind.USER, "op", "k", "no", "why");
        LoggedTransaction batch =
                new LoggedTransaction(
                        5,
                        5,
                        Outcome.COMMITTED,
                        1,
                        "",
                        "k",
                        0,
                        0,
                        List.of(),
                        List.of(),
                        List.of(),
                        LoggedTransaction.NO_TIME,
                        null,
                        List.of(
                                new LoggedElement(InputIdentity.ofKey("", "a"), "a", 0),
                                new LoggedElement(
                                        InputIdentity.ofKey("", "b"), "b", 0, List.of(reason))));

        assertThat(new TransactionJson(SampleLog.header(0)).of(batch))
                .contains(
                        "\"batch\":[{\"key\":\"a\",\"emitted\":0},"
                                + "{\"key\":\"b\",\"emitted\":0,\"reasons\":[{\"kind\":\"user\","
                                + "\"operator\":\"op\",\"key\":\"k\",\"rule\":\"no\","
                                + "\"detail\":\"why\"}]}]");
    }

    private static String json(long time, byte[] input) throws IOException {
        return new TransactionJson(SampleLog.header(0))
                .of(
                        new LoggedTransaction(
                                5,
                                5,
                                Outcome.ABORTED,
                                1,
                                "",
                                "k",
                                0,
                                0,
                                List.of(),
                                List.of(),
                                List.of(),
                                time,
                                input));
    }
}
