/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import io.tspoon.query.testing.Http;
import io.tspoon.query.testing.Http.Answer;
import io.tspoon.query.testing.TestJob;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Nothing waits for a count of keys that takes long. */
class LateCountTest {
    private static final String GRAPH = "/v1/graphs/bank";
    private static final String STATE = GRAPH + "/states/balance";

    private TestJob job;
    private Runnable endOfCount;

    /** All is at the first server; the second one is as a gateway. */
    @BeforeEach
    void start() throws Exception {
        job = TestJob.start(2, new Configuration());
        TestJob.State<String, Long> balance =
                job.state("bank", "balance", Types.STRING, Types.LONG, 1, 0L);
        balance.put("alice", 5L, 1000);
        endOfCount = balance.instance(0).holdUpCounts();
    }

    @AfterEach
    void stop() throws Exception {
        endOfCount.run();
        job.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/keys/alice", "/value?key=%22alice%22"})
    void oneKeyIsReadMeanwhile(String path) throws Exception {
        for (int server = 0; server < 2; server++) {
            Answer answer = new Http(job.address(server)).get(STATE + path);
            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
            assertThat(answer.json().path("value").asLong()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void descriptionsDoWithoutIt(int server) throws Exception {
        Http http = new Http(job.address(server));
        JsonNode meanwhile = state(http);
        assertThat(meanwhile.path("keys").isNull()).as(meanwhile.toString()).isTrue();
        assertThat(meanwhile.path("keySchema").path("type").asText()).isEqualTo("string");

        endOfCount.run();
        assertThat(state(http).path("keys").asLong(-1)).isEqualTo(1);
    }

    private static JsonNode state(Http http) throws Exception {
        Answer answer = http.get(GRAPH);
        assertThat(answer.status()).as(answer.json().toString()).isEqualTo(200);
        return answer.json().path("states").path(0);
    }
}
