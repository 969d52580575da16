/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Await;
import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What a scan leaves behind when it ends, however it ends. */
class ScanEndsTest {
    private static final int KEYS = 20;
    private static final String SCAN = "/v1/graphs/bank/states/balance/scan";

    private TestJob job;
    private TestJob.State<String, Long> balance;
    private Http http;

    @BeforeEach
    void start() throws Exception {
        Configuration options = new Configuration();
        options.setString("tspoon.query.timeout", "60 s");
        options.setString("tspoon.query.page-lease", "1 h");
        job = TestJob.start(2, options);
        balance = job.state("bank", "balance", Types.STRING, Types.LONG, 2, 0L);
        for (int i = 0; i < KEYS; i++) {
            balance.put("a%03d".formatted(i), (long) i, 1000 + i);
        }
        http = new Http(job.address(0));
    }

    @AfterEach
    void stop() throws Exception {
        job.close();
    }

    @Test
    void aQueryThatFailsBesideAScanKeepsNoPin() throws Exception {
        Answer answer =
                http.post(
                        "/v1/graphs/bank/query",
                        "{'reads':[{'state':'balance','scan':{'limit':5}},"
                                + "{'state':'balance','keys':[{'no':'key'}]}]}");

        assertThat(answer.reason()).isEqualTo("INVALID_KEY");
        Await.until("the end of all pins", () -> balance.pinned() == 0);
    }
}
